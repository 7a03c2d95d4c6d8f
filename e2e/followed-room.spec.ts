import { localAccount } from '@labroom/contracts/local-accounts';
import { startCountingProxy } from '@labroom/testing/counting-proxy.ts';
import { expect } from '@playwright/test';
import { privateKeyToAccount } from 'viem/accounts';
import { labPath } from '#lib/api/lab-reference.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { addManyFiles } from './stack/crowded-lab.ts';
import { makeLab } from './stack/labs.ts';
import { startLimitedWeb } from './stack/limited-web.ts';
import { test } from './test.ts';

const lab = 'thermostable-lipase-screen';
const ofRows = ['LabIdentity', 'RoomFirstPage'];
/** Asked beside a page, which does not wait for it. */
const versions = 'GET /pages/version';

test('the rows of a followed data room wait for calls that are made at once, and the README comes later', async ({
  page,
}) => {
  let serviceUrl = '';
  let answers = Promise.resolve();
  const proxy = await startCountingProxy(
    () => serviceUrl,
    () => answers,
  );
  const web = await startLimitedWeb({}, (url) => {
    serviceUrl = url;
    return { SERVICE_URL: proxy.url };
  });
  try {
    await page.goto(`${web.url}${labPath(lab)}`, { waitUntil: 'networkidle' });
    const files = page.getByRole('navigation', { name: 'Lab' }).getByRole('link', { name: 'Files' });
    await untilHydrated(files);
    const [first, later] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    answers = first.promise;
    proxy.asked.length = 0;
    // Without an intent, which would fetch the page before.
    await files.dispatchEvent('click');
    // No call is answered before all are made, so none of them waits for another.
    await expect.poll(() => proxy.asked.filter((name) => name !== versions).toSorted()).toEqual(ofRows);
    answers = later.promise;
    first.resolve();
    await expect(new DataRoomPage(page).row('README.md')).toBeVisible();
    // It waits for its picture.
    const readme = page.getByRole('region', { name: 'README.md' });
    await expect(readme).toBeHidden();
    later.resolve();
    await expect(readme.getByRole('heading', { name: 'Thermostable lipase screen' })).toBeVisible();
  } finally {
    await web.stop();
    await proxy.close();
  }
});

test('all names of a large room come in one document, which is asked for with its page, without input', async ({
  page,
  stack,
}) => {
  const count = 300;
  const lab = await makeLab(
    stack,
    privateKeyToAccount(localAccount('owner').privateKey),
    'Three hundred files',
  );
  await addManyFiles(lab.oclId, count);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${labPath(lab.oclId, 'files')}/crowd`);
  const list = page.getByRole('grid', { name: 'Files' });
  await expect(list).toHaveAttribute('aria-rowcount', `${count + 1}`);
  const ofRoom = () => asked.filter((url) => url.endsWith('/room.json'));
  expect(ofRoom()).toHaveLength(1);

  await test.step('a page that is shown again asks for the files of then', async () => {
    await page.getByRole('navigation', { name: 'Lab' }).getByRole('link', { name: 'Overview' }).click();
    await expect(list).toBeHidden();
    await page.goBack();
    await expect(list).toHaveAttribute('aria-rowcount', `${count + 1}`);
    expect(ofRoom()).toHaveLength(2);
  });
});
