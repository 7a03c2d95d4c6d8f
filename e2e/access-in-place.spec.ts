import type { LabroomClient } from '@labroom/client/client.ts';
import { DataRoomFileDocument, DecryptDataKeyDocument, LabMembersDocument } from '@labroom/client/documents';
import { clientOf, localChain, registerLab } from '@labroom/testing/actors.ts';
import { isFull } from '@labroom/testing/depth.ts';
import { expect } from '@playwright/test';
import { listEncryptedVersions } from '#lib/access-change/encrypted-versions.ts';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { press, reach, tick, untick } from './browser/pointer-actions.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { MembersPage } from './pages/members-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

test.use({ keyboardAlone: true });

const bytes = (text: string) => new TextEncoder().encode(text);

test('files become secret and public in place, older versions included', async ({ newPerson, stack }) => {
  const [owner, removed] = [await newPerson(), await newPerson()];
  const endpoint = { url: stack.serviceUrl, credential: stack.consumerCredential };
  const chain = localChain(stack.rpcUrl, owner.account);
  const { client, oclId, shortname } = await registerLab(endpoint, chain);
  const path = 'results/plate.csv';
  const { datasetId: ref } = await client.upload({
    oclId,
    target: { path },
    body: bytes('a,1'),
    access: 'PUBLIC',
  });
  await client.upload({ oclId, target: { ref }, body: bytes('a,2'), access: 'PUBLIC' });
  await client.upload({ oclId, target: { path: 'notes.txt' }, body: bytes('notes'), access: 'PUBLIC' });
  const detail = async (client: LabroomClient) => {
    const { dataRoomFile } = await client.call(DataRoomFileDocument, { oclId, path });
    if (!dataRoomFile) throw new Error('The file is missing');
    return dataRoomFile;
  };
  const before = await detail(client);
  const { page } = owner;
  const room = new DataRoomPage(page);
  const dialog = room.accessDialog;
  const panel = page.getByRole('complementary');

  await test.step('the dialog shows the access of today, and what secrecy cannot take back', async () => {
    await page.goto(filePath(shortname, path));
    await new SiteHeader(page).connectAndSignIn();
    await room.file.choose('Change access…');
    await expect(dialog.getByRole('radio', { name: /^Everyone/ })).toBeChecked();
    await expect(dialog.getByRole('button', { name: 'Make public' })).toBeDisabled();
    await room.chooseAccess('Team', dialog);
    await expect(dialog).toContainText('Was public: who has it keeps it.');
    const earlier = dialog.getByRole('checkbox', { name: /^The earlier version, too/ });
    await expect(earlier).toBeChecked();
    await untick(earlier);
    await expect(dialog).toContainText('Version 1 stays public: anyone can open it.');
    await tick(earlier);
    await expectAccessible(page);
  });

  await test.step('DID, number and date of both versions stay, and the former links end', async () => {
    await press(dialog.getByRole('button', { name: 'Encrypt', exact: true }));
    await expect(room.accessJob).toContainText('The access of 1 file is changed');
    await expect(panel.getByText('Team', { exact: true })).toBeVisible();
    await expect(panel).toContainText('a');
    await expectAccessible(page);
    const after = await detail(client);
    const lasting = ({ did, version, versions }: typeof after) => ({
      did,
      version,
      versions: versions?.map(({ version, createdAt, changeBy }) => ({ version, createdAt, changeBy })),
    });
    expect(lasting(after)).toEqual(lasting(before));
    expect(after.versions?.map(({ accessLevel }) => accessLevel)).toEqual(['ADMIN', 'ADMIN']);
    for (const { downloadUrl } of before.versions ?? []) expect((await fetch(downloadUrl)).status).toBe(404);
    await press(panel.getByRole('tab', { name: 'Versions (2)' }));
    await expect(panel.getByText(/^Was public until .* who has it keeps it\.$/)).toHaveCount(2);
  });

  await test.step('a member opens both versions, and no key is left after the removal', async () => {
    const address = removed.account.address;
    await chain.grantRole({ oclId, to: address, role: 'VIEWER' });
    const reader = await clientOf(endpoint).signIn(removed.account, { serviceName: 'reader' });
    const open = async (version: number) => (await reader.download({ oclId, path, version })).body.text();
    expect([await open(1), await open(2)]).toEqual(['a,1', 'a,2']);
    await chain.revokeRole(oclId, address);
    for (const version of [1, 2])
      await expect(open(version)).rejects.toMatchObject({ reason: 'ACCESS_CONDITIONS_NOT_MET' });
  });

  await test.step('a folder becomes public from the selection, with a file beside it', async () => {
    await page.goto(labPath(shortname, 'files'));
    await room.untilChangesAreOffered();
    await tick(room.row('results').getByRole('checkbox'));
    await tick(room.row('notes.txt').getByRole('checkbox'));
    await press(page.getByRole('button', { name: 'Change access…' }));
    const opened = dialog.getByRole('region', { name: 'Opened so far' }).getByRole('listitem');
    await expect(opened.filter({ has: page.getByText('You', { exact: true }) })).toHaveCount(1);
    await expect(
      opened.filter({ has: page.getByTitle(removed.account.address.toLowerCase()) }),
    ).toContainText('1 of 2 files');
    await expectAccessible(page);
    await room.chooseAccess('Everyone', dialog);
    await expect(dialog).toContainText('1 of 2 files are encrypted.');
    await expect(dialog.getByRole('checkbox', { name: /^The earlier version, too/ })).not.toBeChecked();
    await press(dialog.getByRole('button', { name: 'Make public' }));
    await expect(room.accessJob).toContainText('The access of 2 files is changed');
    const after = await detail(client);
    expect(after.versions?.map(({ accessLevel }) => accessLevel)).toEqual(['PUBLIC', 'ADMIN']);
    const [newest] = after.versions ?? [];
    expect(await (await fetch(newest?.downloadUrl ?? '')).text()).toBe('a,2');
    await press(room.accessJob.getByRole('button', { name: 'Close' }));
    await expect(room.accessJob).toHaveCount(0);
  });

  await test.step('the menu of a row, and a contributor who may change own files alone', async () => {
    await chain.grantRole({ oclId, to: removed.account.address, role: 'CONTRIBUTOR' });
    const theirs = new DataRoomPage(removed.page);
    await theirs.open(shortname);
    await new SiteHeader(removed.page).connectAndSignIn();
    await reach(removed.page.getByRole('button', { name: 'Actions for notes.txt' }));
    await removed.page.keyboard.press('Shift+F10');
    await press(removed.page.getByRole('menuitem', { name: 'Change access…' }));
    await expect(theirs.accessDialog).toContainText('You change the versions that you added yourself.');
    await theirs.chooseAccess('Team', theirs.accessDialog);
    await press(theirs.accessDialog.getByRole('button', { name: 'Encrypt', exact: true }));
    await expect(theirs.accessJob).toContainText('1 version of other people stayed as it is');
    await expect(theirs.accessJob).toContainText('The access of 0 files is changed');
    await expect(theirs.row('notes.txt')).toContainText('Everyone');
  });
});

test('keys are renewed for a removed member, through a reload in the middle', async ({
  newPerson,
  stack,
}) => {
  if (isFull) test.setTimeout(1_800_000);
  const [fileCount, timeout] = isFull ? [1_000, 800_000] : [6, 60_000];
  const [owner, removed] = [await newPerson(), await newPerson()];
  const { address } = removed.account;
  const endpoint = { url: stack.serviceUrl, credential: stack.consumerCredential };
  const chain = localChain(stack.rpcUrl, owner.account);
  const { client, oclId, shortname } = await registerLab(endpoint, chain);
  const never = new AbortController().signal;
  const keys = (wallet?: string) =>
    listEncryptedVersions(client.call, { oclId, ...(wallet && { wallet }) }, never);

  for (let index = 0; index < fileCount; index++) {
    const target = { path: `runs/run-${index}.csv` };
    await client.upload({ oclId, target, body: bytes(`run,${index}`), access: 'TEAM' });
  }
  const [first] = await keys();
  if (!first) throw new Error('Nothing is encrypted');
  await client.upload({ oclId, target: { ref: first.did }, body: bytes('run,again'), access: 'TEAM' });
  await chain.grantRole({ oclId, to: address, role: 'VIEWER' });
  const reader = await clientOf(endpoint).signIn(removed.account, { serviceName: 'reader' });
  const open = async (version: number) =>
    (await reader.download({ oclId, path: first.path, version })).body.text();
  expect([await open(1), await open(2)]).toEqual(['run,0', 'run,again']);
  const before = await keys(address);
  expect(before).toHaveLength(fileCount + 1);

  const { page } = owner;
  const room = new DataRoomPage(page);
  const members = new MembersPage(page);
  const passed = Math.floor(before.length / 2);
  let sent = 0;
  await page.route('**/api/graphql', async (route) => {
    const isChange = route.request().postData()?.includes('mutation ChangeFileVersionAccess');
    // Requests that the reload cuts off.
    if (isChange && ++sent > passed) return;
    await route.continue();
  });

  await test.step('after a revocation, the dialog says what the wallet opened before', async () => {
    const known = async () =>
      (await client.call(LabMembersDocument, { oclId })).listLabMembers.members.map(
        (one) => one.walletAddress,
      );
    await expect.poll(known).toContain(address.toLowerCase());
    await members.open(shortname);
    await new SiteHeader(page).connectAndSignIn();
    await members.revoke(address);
    await press(page.getByRole('button', { name: 'Renew keys…' }));
    await expect(members.dialog).toContainText('opened 2 of them. What it downloaded, it keeps.');
    const opened = members.dialog.getByRole('list', { name: 'Opened before' }).getByRole('listitem');
    await expect(opened).toHaveText([/v2/, /v1/]);
    await expectAccessible(page);
  });

  const start = performance.now();
  await test.step('it runs on every page, warns before it is left, and continues after a reload', async () => {
    await press(
      members.dialog.getByRole('button', { name: `Renew ${before.length.toLocaleString('en')} keys` }),
    );
    const all = before.length.toLocaleString('en');
    await expect(room.accessJob).toContainText(`${passed.toLocaleString('en')} of ${all}`, { timeout });
    await press(page.getByRole('navigation', { name: 'Lab' }).getByRole('link', { name: 'Activity' }));
    await expect(page).toHaveURL(labPath(shortname, 'activity'));
    await expect(room.accessJob).toContainText('Renewing keys');
    await expectAccessible(page);
    const asked: string[] = [];
    page.once('dialog', async (dialog) => {
      asked.push(dialog.type());
      await dialog.accept();
    });
    await page.unroute('**/api/graphql');
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await expect(room.accessJob).toContainText('The renewal of keys is not finished');
    await press(room.accessJob.getByRole('button', { name: 'Resume' }));
    await expect(room.accessJob).toContainText(`${all} keys are renewed`, { timeout });
  });
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  test.info().annotations.push({ type: `seconds for ${before.length} keys`, description: seconds });

  await test.step('every key is new, and the removed wallet gets none, for old versions too', async () => {
    const after = await keys(address);
    expect(after).toHaveLength(before.length);
    const lastOfOld = Math.max(...before.map(({ keyIssuedAt }) => Date.parse(keyIssuedAt)));
    expect(after.filter(({ keyIssuedAt }) => Date.parse(keyIssuedAt) <= lastOfOld)).toEqual([]);
    for (const { did: ref, version } of after)
      await expect(reader.call(DecryptDataKeyDocument, { oclId, ref, version })).rejects.toMatchObject({
        reason: 'ACCESS_CONDITIONS_NOT_MET',
      });
    const { body } = await client.download({ oclId, path: first.path, version: 1 });
    expect(await body.text()).toBe('run,0');
    await page.reload();
    await expect(page.getByRole('button', { name: /^Account 0x/ })).toBeVisible();
    await expect(room.accessJob).toHaveCount(0);
  });
});
