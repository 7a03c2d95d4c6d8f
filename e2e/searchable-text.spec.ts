import { randomBytes } from 'node:crypto';
import { encodeDocx, encodeXlsx } from '@labroom/example-labs/encoders/office.ts';
import { encodePdf } from '@labroom/example-labs/encoders/pdf.ts';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './browser/accessible.ts';
import { choose, giveFiles, press, reach, tick, untick, write } from './browser/pointer-actions.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SearchPage } from './pages/search-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { makeLab } from './stack/labs.ts';
import { test } from './test.ts';

test.use({ keyboardAlone: true });

/** A word that no other file has, and none with a typo. */
const newWord = () => `quokka${String.fromCharCode(...randomBytes(10).map((byte) => 97 + (byte % 26)))}k`;

async function expectFound(page: Page, word: string, names: readonly string[]): Promise<void> {
  await page.goto(`/search?q=${word}`);
  const search = new SearchPage(page);
  if (names.length === 0) await expect(page.getByText('No results.')).toBeVisible();
  await expect(search.hits).toHaveCount(names.length);
  for (const name of names) {
    const hit = search.hit(name);
    await expect(hit.getByText('In its text')).toBeVisible();
    await expect(hit.locator('mark').filter({ hasText: word })).toBeVisible();
  }
}

test('a word inside a public document is found, and one inside a secret document is not', {
  tag: '@release',
}, async ({ newPerson, stack }) => {
  const [{ page, account }, visitor] = [await newPerson(), await newPerson()];
  const [known, secret, shared] = [newWord(), newWord(), newWord()];
  const lab = await makeLab(stack, account, `Searchable ${known.slice(-8)}`);
  const room = new DataRoomPage(page);
  const { uploadDialog } = room;
  const offer = uploadDialog.getByRole('checkbox', { name: /^Searchable text/ });
  const text = (name: string) => uploadDialog.getByRole('textbox', { name: `Text of ${name}` });
  const document = async (name: string, ...words: string[]) => ({
    name,
    mimeType: '',
    buffer: Buffer.from(await encodeDocx(words.map((word) => `Stability of ${word} in buffer.`))),
  });
  await room.open(lab.shortname);
  await new SiteHeader(page).connectAndSignIn();

  await test.step('the text of public files is shown before it is sent', async () => {
    const pdf = encodePdf([{ title: 'Report', lines: [`The ${known} unfolds at 71 degrees.`] }]);
    const workbook = await encodeXlsx({ Titers: [['Sample', known]] });
    await giveFiles(room.uploadButton, [
      { name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) },
      await document('notes.docx', known),
      { name: 'titers.xlsx', mimeType: '', buffer: Buffer.from(workbook) },
      { name: 'plate.csv', mimeType: 'text/csv', buffer: Buffer.from(`well,${known}\nA1,0.5\n`) },
    ]);
    await room.chooseAccess('Everyone');
    await expect(offer).toBeChecked();
    await press(uploadDialog.getByText('Show the text'));
    await expect(text('report.pdf')).toHaveValue(new RegExp(`The ${known} unfolds`));
    await choose(uploadDialog.getByLabel('File', { exact: true }), 'plate.csv');
    await expect(text('plate.csv')).toHaveValue(`well, ${known}`);
    await expectAccessible(page);
    await press(uploadDialog.getByRole('button', { name: 'Upload for everyone' }));
    await expect(room.queue.getByRole('heading', { name: '4 files uploaded' })).toBeVisible();
    await expectFound(visitor.page, known, ['report.pdf', 'notes.docx', 'titers.xlsx', 'plate.csv']);
  });

  await test.step('a new version replaces the text, and without the tick it has none', async () => {
    await room.openFile('notes.docx');
    await room.file.giveNewVersion(await document('notes.docx', known, shared));
    await room.chooseAccess('Everyone');
    await press(uploadDialog.getByRole('button', { name: 'Upload for everyone' }));
    await expect(page.getByRole('tab', { name: 'Versions (2)' })).toBeVisible();
    await expectFound(visitor.page, shared, ['notes.docx']);
    await room.file.giveNewVersion(await document('notes.docx', shared, known));
    await room.chooseAccess('Everyone');
    await untick(offer);
    await press(uploadDialog.getByRole('button', { name: 'Upload for everyone' }));
    await expect(page.getByRole('tab', { name: 'Versions (3)' })).toBeVisible();
    await expectFound(visitor.page, shared, []);
  });

  await test.step('the text of a secret file is sent on request only, as the owner leaves it', async () => {
    await room.open(lab.shortname);
    await room.give(await document('secret.docx', secret));
    await room.chooseAccess('Team');
    await expect(offer).not.toBeChecked();
    await expect(uploadDialog.getByText('stays secret unless you turn this on')).toBeVisible();
    await press(room.encryptButton);
    await expect(room.row('secret.docx')).toBeVisible();
    await expectFound(visitor.page, secret, []);

    await room.open(lab.shortname);
    await room.give(await document('shared.docx', secret, shared));
    await room.chooseAccess('Team');
    await tick(offer);
    await expect(uploadDialog.getByText('Everyone can read this text,')).toBeVisible();
    await press(uploadDialog.getByText('Show the text'));
    await expect(text('shared.docx')).toHaveValue(new RegExp(secret));
    await write(text('shared.docx'), `Only ${shared}`);
    await expectAccessible(page);
    await press(room.encryptButton);
    await expect(room.row('shared.docx')).toBeVisible();
    await expectFound(visitor.page, secret, []);
    await expectFound(visitor.page, shared, ['shared.docx']);
    await room.open(lab.shortname);
  });

  await test.step('the text of an older file is read in its dialog, and a category gets its usual name', async () => {
    await room.openFile('notes.docx');
    await press(page.getByRole('button', { name: 'More about notes.docx' }));
    await press(page.getByRole('menuitem', { name: 'Edit description and tags' }));
    const dialog = page.getByRole('dialog', { name: 'Edit notes.docx' });
    await expect(dialog.getByLabel('Searchable text')).toHaveValue('');
    await press(dialog.getByRole('button', { name: 'Read the text from the file' }));
    await expect(dialog.getByLabel('Searchable text')).toHaveValue(new RegExp(`Stability of ${shared}`));
    await reach(dialog.getByLabel('Categories'));
    await page.keyboard.type('research DATA,');
    await expect(dialog.getByRole('button', { name: 'Remove Research data' })).toBeVisible();
    await expectAccessible(page);
    await press(dialog.getByRole('button', { name: 'Save' }));
    await expect(dialog).toBeHidden();
    await expectFound(visitor.page, shared, ['notes.docx', 'shared.docx']);
  });
});
