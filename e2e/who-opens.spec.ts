import { randomUUID } from 'node:crypto';
import { devStablecoinAbi } from '@labroom/contracts/abi';
import { localChain } from '@labroom/testing/actors.ts';
import { deployToken } from '@labroom/testing/test-token.ts';
import { expect } from '@playwright/test';
import { expectAccessible } from './browser/accessible.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { TokenPage } from './pages/token-page.ts';
import { makeLab } from './stack/labs.ts';
import { test } from './test.ts';

const fileOf = (content: string) => ({
  name: 'trial.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

test('the upload dialog shows who could open a file for token holders, and the result is the same after the upload', {
  tag: '@release',
}, async ({ newPerson, stack }) => {
  const [owner, holder] = [await newPerson(), await newPerson()];
  const lab = await makeLab(stack, owner.account, `Open Trial ${randomUUID().slice(0, 8)}`);
  const room = new DataRoomPage(owner.page);
  const attached = await deployToken(localChain(stack.rpcUrl, owner.account));
  const content = `arm,outcome\n3,${randomUUID()}`;

  await test.step('the lab gets a token', async () => {
    const token = new TokenPage(owner.page);
    await token.open(lab.shortname);
    await new SiteHeader(owner.page).connectAndSignIn();
    await owner.page.getByRole('radio', { name: /Attach an existing token/ }).check();
    await token.tokenField.fill(attached);
    await token.button('Create the agreement').click();
    await token.sign();
    await token.confirmAndSend('Attach the token');
    await expect(token.facts).toContainText('Attached');
  });

  await test.step('the team alone: the owner could open it, the other person could not', async () => {
    await room.open(lab.shortname);
    await room.give(fileOf(content));
    await expect(room.couldOpen('You')).toContainText('yes');
    await room.tryAddress(holder.account.address);
    await expect(room.couldOpen(holder.account.address)).toContainText('no');
    await expectAccessible(owner.page);
  });

  await test.step('holders: enough of the token opens it, nothing does not', async () => {
    const { uploadDialog } = room;
    await room.chooseAccess('Token holders');
    await uploadDialog.getByLabel('Minimum balance of a holder').fill('0');
    await expect(uploadDialog.getByRole('alert')).toContainText('above 0');
    await expect(room.encryptButton).toBeDisabled();
    await uploadDialog.getByLabel('Minimum balance of a holder').fill('5');
    await expect(room.couldOpen(holder.account.address)).toContainText('no');
    await localChain(stack.rpcUrl, holder.account).write({
      address: attached,
      abi: devStablecoinAbi,
      functionName: 'mint',
      args: [holder.account.address, 5_000_000n],
    });
    // Conditions that changed are tried anew, for everybody.
    await uploadDialog.getByLabel('Minimum balance of a holder').fill('4.5');
    await expect(room.couldOpen(holder.account.address)).toContainText('yes');
    await expectAccessible(owner.page);
    await room.encryptButton.click();
    await expect(room.row('trial.txt')).toContainText('Token holders');
  });

  await test.step('the holder opens it, although nobody gave them a role', async () => {
    const theirs = new DataRoomPage(holder.page);
    await theirs.open(lab.shortname);
    await new SiteHeader(holder.page).connectAndSignIn();
    await theirs.openFile('trial.txt');
    await expect(theirs.file.preview).toContainText(content.slice(-36));
    await holder.page.getByRole('tab', { name: 'About' }).click();
    await expect(holder.page.getByText(/Holders of at least 4\.5 USDC/)).toBeVisible();
  });
});

test('nothing is encrypted under conditions that nobody could meet, or that could not be checked', async ({
  newPerson,
  stack,
}) => {
  const owner = await newPerson();
  const lab = await makeLab(stack, owner.account, `Locked Out ${randomUUID().slice(0, 8)}`);
  const room = new DataRoomPage(owner.page);
  let broken: 'no code' | 'silent' | null = 'no code';
  await owner.page.route(`${stack.rpcUrl}/**`, async (route) => {
    const { id, method } = route.request().postDataJSON();
    if (broken === 'silent') return route.abort();
    if (broken && method === 'eth_getCode')
      return route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: { jsonrpc: '2.0', id, result: '0x' },
      });
    return route.continue();
  });
  await room.open(lab.shortname);
  await new SiteHeader(owner.page).connectAndSignIn();

  await room.give(fileOf('one'));
  await expect(room.uploadDialog.getByRole('alert')).toContainText('No contract exists at');
  await expect(room.encryptButton).toBeDisabled();
  await expect(room.encryptButton).toHaveAccessibleDescription(/No contract exists at/);
  await room.chooseAccess('Everyone');
  await expect(room.uploadDialog.getByRole('button', { name: 'Upload for everyone' })).toBeEnabled();
  await room.uploadDialog.getByRole('button', { name: 'Cancel' }).click();

  broken = 'silent';
  await room.give(fileOf('two'));
  await expect(room.uploadDialog.getByRole('alert')).toContainText(
    'it is unknown whether you can open the file',
  );
  await expect(room.couldOpen('You')).toContainText('could not be checked');
  await expect(room.encryptButton).toBeDisabled();
  broken = null;
  await room.uploadDialog.getByRole('button', { name: 'Try again' }).click();
  await expect(room.couldOpen('You')).toContainText('yes');
  await expect(room.encryptButton).toBeEnabled();
});
