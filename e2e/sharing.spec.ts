import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { expectAccessible } from './browser/accessible.ts';
import { readPageStorage } from './browser/page-storage.ts';
import { Secret } from './browser/secret.ts';
import { filesWith } from './house/find-in-data-dir.ts';
import { dataDir } from './house/local.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { MembersPage } from './pages/members-page.ts';
import { NewLabPage } from './pages/new-lab-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { type Person, test } from './test.ts';

/** The only answers of a server that may carry a key. */
const keyAnswers = ['GenerateDataEncryptionKey', 'DecryptDataKey'];

test('a lab shares an encrypted file with a colleague and with nobody else', async ({ newPerson }) => {
  const [owner, colleague, stranger] = [await newPerson(), await newPerson(), await newPerson()];
  const people = [owner, colleague, stranger];
  const content = `subject,response\n7,${randomUUID()}\n`;
  const file = { name: 'responses.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
  const plaintext = new Secret(file.buffer.subarray(file.buffer.indexOf('7,')));
  let lab = '';

  await test.step('the owner mints a lab and registers it', async () => {
    lab = await new NewLabPage(owner.page).create(`Sleep Study ${randomUUID().slice(0, 8)}`);
    expect(owner.wallet.asked).toContain('eth_sendTransaction');
    expect(owner.wallet.asked).toContain('personal_sign');
  });

  await test.step('the owner uploads an encrypted file and reads it again', async () => {
    const room = new DataRoomPage(owner.page);
    await room.open(lab);
    await expectAccessible(owner.page);
    await room.uploadEncrypted(file);
    await expect(room.row(file.name)).toContainText('Team');
    await room.openFile(file.name);
    await expect(room.file.preview).toContainText(content.slice(-37, -1));
  });

  await test.step('a colleague is refused, because no role was granted yet', async () => {
    await openAsMember(colleague, lab, file.name);
    await expectRefusal(colleague);
  });

  await test.step('the owner makes the colleague a viewer', async () => {
    const members = new MembersPage(owner.page);
    await members.open(lab);
    await members.grantViewer(colleague.account.address);
    await expectAccessible(owner.page);
  });

  await test.step('the colleague previews the file and downloads what was uploaded', async () => {
    const room = new DataRoomPage(colleague.page);
    await room.file.tryAgain();
    await expect(room.file.preview).toContainText('Decrypted here; both hashes match');
    await expect(room.file.preview).toContainText(content.slice(-37, -1));
    await expectAccessible(colleague.page);
    expect((await room.file.download()).toString()).toBe(content);
  });

  await test.step('a stranger is refused, with the condition in words', async () => {
    await openAsMember(stranger, lab, file.name);
    await expectRefusal(stranger);
    await expectAccessible(stranger.page);
  });

  await test.step('the owner revokes the role, and the colleague is refused too', async () => {
    await new MembersPage(owner.page).revoke(colleague.account.address);
    await colleague.page.reload();
    await expectRefusal(colleague);
  });

  await test.step('neither key nor plaintext went where it does not belong', async () => {
    const exchanges = (await Promise.all(people.map(({ traffic }) => traffic.exchanges()))).flat();
    // Prefetched pages may be gone unread; no answer of the API and no stored bytes are.
    const unread = people.flatMap(({ traffic }) => traffic.unread);
    expect(unread.filter((url) => /\/(api|storage)\//.test(url))).toEqual([]);
    const keys = exchanges
      .filter(({ operation }) => operation && keyAnswers.includes(operation))
      .flatMap(({ body }) => keysIn(body));
    // One key for the upload, one for each time it was opened.
    expect(keys.length).toBeGreaterThanOrEqual(3);
    const secrets = [plaintext, ...keys.map((key) => new Secret(key))];
    const has = (text: string | Buffer) => secrets.some((secret) => secret.isIn(text));

    const download = exchanges.find(({ method, url }) => method === 'GET' && url.includes('/storage/'));
    const stored = Buffer.from(await (await fetch(download?.url ?? '')).arrayBuffer());
    expect(stored).toHaveLength(file.buffer.length + 16);
    expect(has(stored)).toBe(false);

    const others = exchanges.filter(({ operation }) => !operation || !keyAnswers.includes(operation));
    expect(others.filter(({ body }) => has(body)).map(({ url }) => url)).toEqual([]);
    expect(people.flatMap(({ traffic }) => traffic.urls).filter(has)).toEqual([]);
    for (const { page } of people) expect(has(await readPageStorage(page))).toBe(false);
    expect(await filesWith(dataDir(), secrets)).toEqual([]);
    // The same search finds what is there.
    expect(await filesWith(dataDir(), [new Secret(stored)])).not.toEqual([]);
  });

  await test.step('the session is out of reach of scripts', async () => {
    const cookies = await owner.page.context().cookies();
    const session = cookies.find(({ name }) => name.includes('session'));
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    expect(await owner.page.evaluate(() => document.cookie)).not.toContain(session?.value);
  });
});

async function openAsMember({ page }: Person, lab: string, file: string): Promise<void> {
  const room = new DataRoomPage(page);
  await room.open(lab);
  await new SiteHeader(page).connectAndSignIn();
  await room.openFile(file);
}

async function expectRefusal({ page, account }: Person): Promise<void> {
  const { refusal } = new DataRoomPage(page).file;
  await expect(refusal).toContainText('Your wallet may not open this file');
  await expect(refusal.getByTitle(account.address.toLowerCase())).toBeVisible();
  await expect(refusal.getByRole('listitem').first()).toContainText('not true for you');
  await expect(refusal).toContainText('Who can let you in');
}

/** Every 32 bytes of base64 in an answer. */
function keysIn(body: Buffer): Buffer[] {
  const found = body.toString().matchAll(/"plaintextDEK":"([^"]+)"/g);
  return [...found].map(([, key = '']) => Buffer.from(key, 'base64'));
}
