import { randomUUID } from 'node:crypto';
import { KeyReleasesDocument } from '@labroom/client/documents';
import { clientOf } from '@labroom/local/data-dir/client-of.ts';
import { localChain } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { press } from './browser/pointer-actions.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { makeLab } from './stack/labs.ts';
import { test } from './test.ts';

const file = { name: 'secret.txt', mimeType: 'text/plain', buffer: Buffer.from('the melting point') };

test('a connected wallet is told why a file does not open before it signs in, and no request for a key is recorded', async ({
  newPerson,
  stack,
}) => {
  const [owner, outsider] = [await newPerson(), await newPerson()];
  const { oclId, shortname } = await makeLab(stack, owner.account, `Locked ${randomUUID().slice(0, 8)}`);
  const program = await clientOf(stack).signIn(owner.account);
  await program.upload({ oclId, target: { path: file.name }, body: 'secret', access: 'TEAM' });

  const { page } = outsider;
  await page.goto(filePath(shortname, file.name));
  await new SiteHeader(page).connect();
  const refusal = page.getByRole('region', { name: 'Why you cannot open this' });
  await expect(refusal).toContainText('Your wallet cannot open this file.');
  await expect(refusal.getByTitle(owner.account.address.toLowerCase())).toBeVisible();
  expect(outsider.wallet.asked.filter((method) => method.includes('sign'))).toEqual([]);
  await expectAccessible(page);
  const { keyReleases } = await program.call(KeyReleasesDocument, { oclId });
  expect(keyReleases.totalCount).toBe(0);

  // A role changes the answer.
  const chain = localChain(stack.rpcUrl, owner.account);
  await chain.grantRole({ oclId, to: outsider.account.address, role: 'VIEWER' });
  await press(refusal.getByRole('button', { name: 'Try again' }));
  await expect(page.getByText(/^Sign a message with 0x/)).toBeVisible();
});

test('a contributor who lost the role learns it before a file is encrypted or a text is written', async ({
  newPerson,
  stack,
}) => {
  const [owner, former] = [await newPerson(), await newPerson()];
  const { oclId, shortname } = await makeLab(stack, owner.account, `Former ${randomUUID().slice(0, 8)}`);
  const chain = localChain(stack.rpcUrl, owner.account);
  await chain.grantRole({ oclId, to: former.account.address, role: 'CONTRIBUTOR' });

  const { page } = former;
  const room = new DataRoomPage(page);
  const announce = page.getByRole('button', { name: 'New announcement…' });
  await expect(async () => {
    await page.goto(labPath(shortname, 'members'));
    await expect(page.getByTitle(former.account.address.toLowerCase()).first()).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  await room.open(shortname);
  await new SiteHeader(page).connectAndSignIn();

  await test.step('with the role both are offered', async () => {
    await room.give(file);
    await expect(room.encryptButton).toBeEnabled();
    await page.keyboard.press('Escape');
  });
  await test.step('after the revocation the upload dialog says who could change that', async () => {
    await chain.revokeRole(oclId, former.account.address);
    await room.give(file);
    const alert = room.uploadDialog.getByRole('alert').filter({ hasText: 'Only owners and contributors' });
    await expect(alert).toContainText('An owner of the lab could change that:');
    await expect(alert.getByTitle(owner.account.address.toLowerCase())).toBeVisible();
    await expect(room.encryptButton).toBeDisabled();
    await expectAccessible(page);
    await chain.grantRole({ oclId, to: former.account.address, role: 'CONTRIBUTOR' });
    await press(alert.getByRole('button', { name: 'Check again' }));
    await expect(alert).toHaveCount(0);
    // The conditions were tried without the role too.
    await press(room.uploadDialog.getByRole('button', { name: 'Try again' }));
    await expect(room.encryptButton).toBeEnabled();
    await page.keyboard.press('Escape');
  });
  await test.step('so does the form of an announcement', async () => {
    await page.goto(labPath(shortname, 'activity'));
    await expect(announce).toBeVisible();
    await chain.revokeRole(oclId, former.account.address);
    await press(announce);
    const dialog = page.getByRole('dialog', { name: 'New announcement' });
    await expect(dialog.getByRole('alert')).toContainText('Only owners and contributors');
    await expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled();
    await expectAccessible(page);
  });
});
