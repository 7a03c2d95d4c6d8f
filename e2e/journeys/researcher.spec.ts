import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible } from '../browser/accessible.ts';
import { readPageStorage } from '../browser/page-storage.ts';
import { press } from '../browser/pointer-actions.ts';
import { Secret } from '../browser/secret.ts';
import { Traffic } from '../browser/traffic.ts';
import { DataRoomPage } from '../pages/data-room-page.ts';
import { MembersPage } from '../pages/members-page.ts';
import { NewLabPage } from '../pages/new-lab-page.ts';
import { SiteHeader } from '../pages/site-header.ts';
import { filesWith } from '../stack/find-in-data-dir.ts';
import { dataDir } from '../stack/local.ts';
import type { Person } from '../test.ts';
import { journey } from './journey.ts';

/** The only responses that may contain a key. */
const keyAnswers = ['GenerateDataEncryptionKey', 'GenerateDataEncryptionKeys', 'DecryptDataKey'];

journey(
  'a researcher shares an encrypted file with a colleague and with nobody else',
  async ({ newPerson, scene }, testInfo) => {
    const [owner, colleague, outsider] = [await newPerson(), await newPerson(), await newPerson()];
    const people = [owner, colleague, outsider];
    const recorded = await Promise.all(people.map(({ page }) => Traffic.record(page.context())));
    const room = new DataRoomPage(owner.page);
    const content = `subject,response\n7,${randomUUID()}\n`;
    const file = { name: 'responses.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
    const plaintext = new Secret(file.buffer.subarray(file.buffer.indexOf('7,')));
    let lab = '';

    await scene('A lab is minted and registered', owner.page, async () => {
      lab = await new NewLabPage(owner.page).create(`Sleep Study ${randomUUID().slice(0, 8)}`);
      expect(owner.wallet.asked).toContain('eth_sendTransaction');
      expect(owner.wallet.asked).toContain('personal_sign');
    });

    await scene('A file for the team: who could open it', owner.page, async () => {
      await room.open(lab);
      await expectAccessible(owner.page);
      await room.give(file);
      await expect(room.couldOpen('You')).toContainText('yes');
    });

    await scene('It is encrypted here and uploaded', owner.page, async () => {
      await room.startUpload();
      await expect(room.queue.getByRole('heading', { name: 'One file uploaded' })).toBeVisible();
      await expect(room.row(file.name)).toContainText('Team');
    });

    await scene('Its uploader reads it again', owner.page, async () => {
      await room.openFile(file.name);
      await expect(room.file.preview).toContainText(content.slice(-37, -1));
      await press(owner.page.getByRole('tab', { name: 'Versions (1)' }));
      await expect(room.file.preview.getByText('You', { exact: true })).toBeVisible();
    });

    await scene('A folder for everyone', owner.page, async () => {
      await press(room.file.closeButton);
      await room.giveFolder(await makeFolder(testInfo.outputPath('protocol')));
      await room.chooseAccess('Everyone');
      await expectAccessible(owner.page);
    });

    await scene('The folder keeps its shape', owner.page, async () => {
      await press(room.uploadDialog.getByRole('button', { name: 'Upload for everyone' }));
      // With the first one, unless its list was closed meanwhile.
      await expect(room.queue.getByRole('heading', { name: /^[34] files uploaded$/ })).toBeVisible();
      await room.openFolder('protocol');
      await expect(room.row('overview.md')).toContainText('Everyone');
      await room.openFolder('nights');
      await expect(room.list.getByRole('link')).toHaveText(['night-1.csv', 'night-2.csv']);
    });

    await scene('A colleague without a role is refused', colleague.page, async () => {
      await openAsMember(colleague, lab, file.name);
      await expectAccessDenied(colleague);
    });

    await scene('The owner makes the colleague a viewer', owner.page, async () => {
      const members = new MembersPage(owner.page);
      await members.open(lab);
      await members.grantViewer(colleague.account.address);
      await expectAccessible(owner.page);
    });

    await scene('The colleague opens it', colleague.page, async () => {
      const { file: panel } = new DataRoomPage(colleague.page);
      await panel.tryAgain();
      await expect(panel.preview).toContainText('Decrypted here; both hashes match');
      await expect(panel.preview).toContainText(content.slice(-37, -1));
      await expectAccessible(colleague.page);
      expect((await panel.download()).toString()).toBe(content);
    });

    await scene('An outsider sees why not', outsider.page, async () => {
      await openAsMember(outsider, lab, file.name);
      await expectAccessDenied(outsider);
      await expectAccessible(outsider.page);
    });

    await scene('What is public opens for the outsider too', outsider.page, async () => {
      const theirs = new DataRoomPage(outsider.page);
      await press(theirs.file.closeButton);
      await theirs.openFolder('protocol');
      await theirs.openFile('overview.md');
      await expect(theirs.file.preview.getByRole('heading', { name: 'Sleep protocol' })).toBeVisible();
    });

    await scene('The role is revoked, and the colleague is refused too', colleague.page, async () => {
      await new MembersPage(owner.page).revoke(colleague.account.address);
      await colleague.page.reload();
      await expectAccessDenied(colleague);
    });

    await scene('A new version', owner.page, async () => {
      await room.open(lab);
      await room.openFile(file.name);
      await room.file.giveNewVersion({ ...file, buffer: Buffer.from(`${content}8,0.4\n`) });
      await room.startUpload();
      await expect(room.file.preview).toContainText('0.4');
      await press(owner.page.getByRole('tab', { name: 'Versions (2)' }));
    });

    await scene('The first version stays readable', owner.page, async () => {
      await press(room.file.preview.getByRole('link', { name: 'Version 1' }));
      await expect(owner.page.getByText('Version 1 of 2')).toBeVisible();
      await expect(room.file.preview).toContainText('Decrypted here; both hashes match');
      await expect(room.file.preview).not.toContainText('0.4');
    });

    await journey.step('neither key nor plaintext went where it does not belong', async () => {
      const exchanges = (await Promise.all(recorded.map((traffic) => traffic.exchanges()))).flat();
      // Prefetched pages may be discarded unread. All stored bytes must have been read.
      const unread = recorded.flatMap((traffic) => traffic.unread);
      expect(unread.filter((answer) => /^GET .*\/storage\//.test(answer))).toEqual([]);
      const keys = exchanges
        .filter(({ operation }) => operation && keyAnswers.includes(operation))
        .flatMap(({ body }) => keysIn(body));
      // One key for the upload and one for each time the file was opened.
      expect(keys.length).toBeGreaterThanOrEqual(3);
      const secrets = [plaintext, ...keys.map((key) => new Secret(key))];
      const has = (text: string | Buffer) => secrets.some((secret) => secret.isIn(text));

      const download = exchanges.find(({ method, url }) => method === 'GET' && url.includes('/storage/'));
      const stored = Buffer.from(await (await fetch(download?.url ?? '')).arrayBuffer());
      expect(stored).toHaveLength(file.buffer.length + 16);
      expect(has(stored)).toBe(false);

      const others = exchanges.filter(({ operation }) => !operation || !keyAnswers.includes(operation));
      expect(others.filter(({ body }) => has(body)).map(({ url }) => url)).toEqual([]);
      expect(recorded.flatMap((traffic) => traffic.urls).filter(has)).toEqual([]);
      for (const { page } of people) expect(has(await readPageStorage(page))).toBe(false);
      expect(await filesWith(dataDir(), secrets)).toEqual([]);
      // The same search does find the stored bytes.
      expect(await filesWith(dataDir(), [new Secret(stored)])).not.toEqual([]);
    });

    await journey.step('the session is out of reach of scripts', async () => {
      const cookies = await owner.page.context().cookies();
      const session = cookies.find(({ name }) => name.includes('session'));
      expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
      expect(await owner.page.evaluate(() => document.cookie)).not.toContain(session?.value);
    });

    await scene('It is deleted, with all its versions', owner.page, async () => {
      await room.file.delete();
      await expect(room.row(file.name)).toHaveCount(0);
      await press(owner.page.getByRole('link', { name: 'Trash' }));
      await press(owner.page.getByRole('button', { name: `Delete ${file.name} permanently` }));
      const dialog = owner.page.getByRole('dialog');
      await press(dialog.getByRole('button', { name: 'Delete permanently', exact: true }));
      await expect(owner.page.getByText('The trash is empty.').first()).toBeVisible();
    });

    await scene('The feed keeps saying what happened', owner.page, async () => {
      await press(
        owner.page.getByRole('navigation', { name: 'Lab' }).getByRole('link', { name: 'Activity' }),
      );
      const main = owner.page.getByRole('main');
      await expect(main.getByRole('listitem').filter({ hasText: file.name }).first()).toContainText(
        'deleted permanently',
      );
    });
  },
);

/** Creates three files in two folders on disk. */
async function makeFolder(folder: string): Promise<string> {
  await mkdir(path.join(folder, 'nights'), { recursive: true });
  await writeFile(path.join(folder, 'overview.md'), '# Sleep protocol\n');
  for (const night of [1, 2])
    await writeFile(path.join(folder, 'nights', `night-${night}.csv`), `epoch,stage\n${night},N2\n`);
  return folder;
}

async function openAsMember({ page }: Person, lab: string, file: string): Promise<void> {
  const room = new DataRoomPage(page);
  await room.open(lab);
  await new SiteHeader(page).connectAndSignIn();
  await room.openFile(file);
}

async function expectAccessDenied({ page, account }: Person): Promise<void> {
  const { refusal } = new DataRoomPage(page).file;
  await expect(refusal).toContainText('Your wallet cannot open this file.');
  await expect(refusal.getByTitle(account.address.toLowerCase())).toBeVisible();
  await expect(refusal.getByRole('listitem').first()).toContainText('you have no role');
  await expect(refusal).toContainText('Who can give you access');
}

/** Every base64 data key in a response. */
function keysIn(body: Buffer): Buffer[] {
  const found = body.toString().matchAll(/"plaintextDEK":"([^"]+)"/g);
  return [...found].map(([, key = '']) => Buffer.from(key, 'base64'));
}
