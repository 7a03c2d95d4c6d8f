import { randomUUID } from 'node:crypto';
import { clientOf } from '@labroom/local/data-dir/client-of.ts';
import { expect } from '@playwright/test';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { filePath } from '#lib/api/lab-reference.ts';
import { press } from './browser/pointer-actions.ts';
import { SiteHeader } from './pages/site-header.ts';
import { makeLab } from './stack/labs.ts';
import { test } from './test.ts';

const MB = 1_000_000;
const rows = Array.from({ length: 12_000 }, (_, row) => `sample ${row}`);

/** A table with unused bytes between its values and its list of columns, which is at the end. */
function tableOf(bytes: number): File {
  const columnData = [{ name: 'sample', type: 'STRING' as const, data: rows }];
  const table = new Uint8Array(parquetWriteBuffer({ columnData }));
  const list = new DataView(table.buffer).getUint32(table.length - 8, true) + 8;
  const [values, end] = [table.slice(0, -list), table.slice(-list)];
  const unused = new Uint8Array(MB).fill(7);
  return new File([values, ...Array.from({ length: bytes / MB }, () => unused), end], 'cells.parquet', {
    lastModified: 1,
  });
}

test('the first rows of an encrypted table of 520 MB are shown, and a few chunks are downloaded', {
  tag: '@release',
}, async ({ stack, newPerson }) => {
  test.setTimeout(600_000);
  const owner = await newPerson();
  const lab = await makeLab(stack, owner.account, `Ranges ${randomUUID().slice(0, 8)}`);
  const path = 'cells.parquet';
  const author = await clientOf(stack).signIn(owner.account);
  await author.upload({ oclId: lab.oclId, target: { path }, body: tableOf(520 * MB), access: 'TEAM' });

  let downloaded = 0;
  owner.page.on('response', async (response) => {
    if (response.status() === 206) downloaded += Number(response.headers()['content-length'] ?? 0);
  });
  await owner.page.goto(filePath(lab.shortname, path));
  await new SiteHeader(owner.page).connectAndSignIn();
  const panel = owner.page.getByRole('complementary');
  await press(panel.getByRole('button', { name: 'Decrypt and preview the beginning' }));
  await expect(panel.getByText('12,000', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(panel.getByText('sample 3', { exact: true })).toBeVisible();
  await expect(panel.getByText('What is shown was verified and decrypted here')).toBeVisible();
  expect(downloaded).toBeGreaterThan(0);
  expect(downloaded).toBeLessThan(8 * MB);
});
