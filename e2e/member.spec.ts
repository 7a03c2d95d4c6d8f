import { randomUUID } from 'node:crypto';
import { clientOf } from '@labroom/local/data-dir/client-of.ts';
import { localChain } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { press } from './browser/pointer-actions.ts';
import { MembersPage } from './pages/members-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { makeLab } from './stack/labs.ts';
import { test } from './test.ts';

test.use({ keyboardAlone: true });

test('the page of an agent says what it may do and did, and its owner stops it there', async ({
  newPerson,
  stack,
}) => {
  const [owner, agent, visitor] = [await newPerson(), await newPerson(), await newPerson()];
  const wallet = agent.account.address.toLowerCase();
  const lab = await makeLab(stack, owner.account, `Agents ${randomUUID().slice(0, 8)}`);
  const { oclId } = lab;
  const chain = localChain(stack.rpcUrl, owner.account);
  await chain.grantRole({ oclId, to: agent.account.address, role: 'CONTRIBUTOR', isAgent: true });
  const program = await clientOf(stack).signIn(agent.account);
  await program.upload({ oclId, target: { path: 'open.csv' }, body: 'a,b', access: 'PUBLIC' });
  await program.upload({ oclId, target: { path: 'secret.csv' }, body: 'c,d', access: 'TEAM' });
  await program.download({ oclId, path: 'secret.csv' });

  const path = labPath(lab.shortname, 'members', [wallet]);
  await test.step('visitors see what is public, and no key requests', async () => {
    const { page } = visitor;
    const members = new MembersPage(page);
    await expect(async () => {
      await members.open(lab.shortname);
      await expect(members.row(wallet)).toContainText('Agent', { timeout: 1_000 });
    }).toPass();
    await press(members.row(wallet).getByRole('link', { name: /^Details of/ }));
    await expect(page).toHaveURL(new RegExp(`/members/${wallet}$`));
    await expect(page.getByText('Upload and change files, announce')).toBeVisible();
    await expect(page.getByText('1 public file, open to everyone')).toBeVisible();
    await expect(page.getByText('It opens them now.')).toBeVisible();
    await expect(page.getByText('open.csv').first()).toBeVisible();
    // One face in its title and in its feed.
    const faces = (kind: string) => page.locator(`img[src$="/${kind}/${wallet}.svg"]`);
    await expect(faces('agent').nth(1)).toBeAttached();
    await expect(faces('person')).toHaveCount(0);
    await press(page.getByRole('link', { name: 'Onchain', exact: true }));
    await expect(
      page
        .getByText('Granted a role')
        .or(page.getByText(/RoleGranted/))
        .first(),
    ).toBeVisible();
    await press(page.getByRole('link', { name: 'Key requests' }));
    await expect(page.getByText('Only owners see key requests.')).toBeVisible();
    await expect(page.getByText('secret.csv v1')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'What it spent' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Revoke its role…' })).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('the owner sees its key requests and revokes its role', async () => {
    const { page } = owner;
    await page.goto(`${path}?show=keys`);
    await new SiteHeader(page).connectAndSignIn();
    await expect(page.getByRole('table', { name: 'Key requests, newest first' })).toContainText('secret.csv');
    await expect(page.getByText('It has paid for no call on this lab.')).toBeVisible();
    const revoke = page.getByRole('button', { name: 'Revoke its role…' });
    await untilHydrated(revoke);
    await press(revoke);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('region', { name: 'What you sign' })).toContainText(/0x/);
    await expect(dialog.getByRole('button', { name: 'Grant a role instead' })).toHaveCount(0);
    await expectAccessible(page);
    await press(dialog.getByRole('button', { name: 'Revoke the role' }));
    const progress = page.getByRole('region', { name: 'Revoke contributor' });
    await expect(progress.getByText('In effect on the contract (done)')).toBeVisible();
    await expect(progress).toContainText('It can no longer upload');
    await expect(progress.getByRole('button', { name: 'Renew keys…' })).toBeVisible();
    await expect(page.getByText('None in this lab')).toBeVisible();
    await expect(page.getByText('It does not open them now.')).toBeVisible();
  });

  await expect(program.download({ oclId, path: 'secret.csv' })).rejects.toThrow();
});

test('an address that is none has no page, and a wallet without a role has one that says so', async ({
  newPerson,
  stack,
}) => {
  const owner = await newPerson();
  const lab = await makeLab(stack, owner.account, `Nobody ${randomUUID().slice(0, 8)}`);
  const { page } = owner;
  const missing = await page.goto(labPath(lab.shortname, 'members', ['0x12']));
  expect(missing?.status()).toBe(404);
  await page.goto(labPath(lab.shortname, 'members', [`0x${'a7'.repeat(20)}`]));
  await expect(page.getByText('None in this lab')).toBeVisible();
  await expect(page.getByText('No activity yet.')).toBeVisible();
});
