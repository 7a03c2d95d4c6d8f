import { randomUUID } from 'node:crypto';
import { CreateReleaseDocument } from '@labroom/client/documents';
import type { LocalJson } from '@labroom/local/data-dir/local-json.ts';
import { localChain, newWallet, registerLab } from '@labroom/testing/actors.ts';
import { setProfile, signedProfile } from '@labroom/testing/test-profile.ts';
import { expect, type Page } from '@playwright/test';
import type { PrivateKeyAccount } from 'viem';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { MembersPage } from './pages/members-page.ts';
import { profileOf } from './pages/profile-section.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

const endpointOf = ({ serviceUrl: url, consumerCredential: credential }: LocalJson) => ({ url, credential });
const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`.toLowerCase();

/** Writes a profile without a browser. */
async function nameWallet(stack: LocalJson, wallet: PrivateKeyAccount, name: string): Promise<void> {
  const signed = await signedProfile(wallet, { name }, { site: new URL(stack.webUrl).host });
  const { error } = await setProfile(endpointOf(stack), signed);
  expect(error).toBeNull();
}

/** Opens who a person is. */
async function openCard(page: Page, person: ReturnType<Page['getByTitle']>) {
  await untilHydrated(person);
  await person.click();
  return page.getByRole('dialog');
}

test('a wallet names itself; readers see the name as unverified, and look-alikes beside their addresses', async ({
  newPerson,
  page,
  stack,
}) => {
  const owner = await newPerson();
  const { account } = owner;
  const chain = localChain(stack.rpcUrl, account);
  const lab = await registerLab(endpointOf(stack), chain);
  const { oclId, shortname } = lab;
  const surname = randomUUID().slice(0, 4);
  const name = `Paula Helix ${surname}`;
  const [impostor, arabic, long, nameless] = [newWallet(), newWallet(), newWallet(), newWallet()];
  for (const { address } of [impostor, arabic, long, nameless])
    await chain.grantRole({ oclId, to: address, role: 'VIEWER' });
  await lab.client.call(CreateReleaseDocument, { oclId, name: 'Preprint' });
  const members = new MembersPage(page);
  const nameIn = (address: string) => members.row(address).getByTitle(address).first();

  await test.step('the owner writes a profile with one signature', async () => {
    await owner.page.goto('/account');
    await new SiteHeader(owner.page).connectAndSignIn();
    const field = (label: string) => profileOf(owner.page).getByLabel(label, { exact: true });
    await field('Name').fill(name);
    await field('Affiliation').fill('Institute of Helices');
    await field('ORCID iD').fill('0000-0002-1825-0098');
    await field('Website').fill('http://helix.example');
    await owner.page.getByRole('button', { name: 'Save' }).click();
    await expect(owner.page.getByRole('alert').filter({ hasText: 'ORCID' })).toContainText('does not match');
    await expect(owner.page.getByRole('alert').filter({ hasText: 'website' })).toContainText('https');
    await field('ORCID iD').fill('https://orcid.org/0000-0002-1825-0097');
    await field('Website').fill('https://helix.example');
    const before = owner.wallet.asked.filter((method) => method === 'eth_signTypedData_v4').length;
    await owner.page.getByRole('button', { name: 'Save' }).click();
    await expect(owner.page.getByRole('button', { name: 'Delete my profile' })).toBeVisible();
    const after = owner.wallet.asked.filter((method) => method === 'eth_signTypedData_v4').length;
    expect(after - before).toBe(1);
    await expectAccessible(owner.page);
  });

  await test.step('the name is part of the page of members and of the feed', async () => {
    for (const section of ['members', 'activity'] as const) {
      const html = await (await page.request.get(labPath(shortname, section))).text();
      expect(html).toContain(name);
    }
    await members.open(shortname);
    await expect(members.row(account.address)).toContainText(
      `${name} (unverified name)${short(account.address)}`,
    );
    await page.goto(labPath(shortname, 'activity'));
    const entry = page.getByRole('listitem').filter({ hasText: 'Preprint' });
    await expect(entry).toContainText(name);
    await expect(entry).not.toContainText(short(account.address));
    await page.goto('/activity');
    await expect(page.getByRole('listitem').filter({ hasText: name }).first()).toContainText('Preprint');
  });

  await test.step('a click shows the address, what the wallet says, and that nobody has checked it', async () => {
    await members.open(shortname);
    const card = await openCard(page, nameIn(account.address));
    await expect(card).toContainText('Unverified');
    await expect(card).toContainText(account.address.toLowerCase());
    await expect(card.getByRole('link', { name: '0000-0002-1825-0097' })).toBeVisible();
    await expect(card.getByRole('link', { name: 'helix.example' })).toHaveAttribute('rel', /noreferrer/);
    await expect(card.getByRole('button', { name: 'Copy the address' })).toBeVisible();
    await expect(card.getByRole('alert')).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(card).toHaveCount(0);
    await expect(nameIn(account.address)).toBeFocused();
  });

  await test.step('an impostor with a look-alike name is told apart', async () => {
    await nameWallet(stack, impostor, name.replace('Paula', 'Pau1a'));
    await nameWallet(stack, arabic, `ليلى العامري ${surname}`);
    await nameWallet(
      stack,
      long,
      `Maximiliana ${'Wolfeschlegelsteinhausen'.repeat(2)} ${surname}`.slice(0, 64),
    );
    await page.goto(labPath(shortname, 'activity'));
    const entry = page.getByRole('listitem').filter({ hasText: 'Preprint' });
    await expect(entry).toContainText(short(account.address));
    await members.open(shortname);
    const card = await openCard(page, nameIn(impostor.address));
    await expect(card).toContainText('a name that looks the same');
    await page.keyboard.press('Escape');
    await expect(members.row(nameless.address)).toContainText(short(nameless.address));
    await expectAccessible(page);
  });

  await test.step('a reader’s own label comes first, survives a reload and is known to nobody else', async () => {
    const card = await openCard(page, nameIn(account.address));
    await card.getByLabel('My label').fill('Paula from Turin');
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(members.row(account.address)).toContainText('Paula from Turin');
    await page.reload();
    await expect(members.row(account.address)).toContainText('Paula from Turin');
    const html = await (await page.request.get(labPath(shortname, 'members'))).text();
    expect(html).not.toContain('Paula from Turin');
  });

  await test.step('a name only suggests an address, which is shown in full before it is taken', async () => {
    const own = new MembersPage(owner.page);
    await own.open(shortname);
    await owner.page.getByRole('button', { name: 'Grant a role' }).click();
    const field = own.dialog.getByLabel('Wallet address');
    await field.fill('ليلى');
    const suggestion = own.dialog.getByRole('list', { name: 'Suggestions' }).getByRole('button');
    await expect(suggestion).toContainText('unverified name');
    await expect(suggestion).toContainText(arabic.address.toLowerCase());
    await expectAccessible(owner.page);
    await suggestion.click();
    await expect(field).toHaveValue(arabic.address.toLowerCase());
  });

  await test.step('the owner deletes the profile', async () => {
    await owner.page.goto('/account');
    await owner.page.getByRole('button', { name: 'Delete my profile' }).click();
    await expect(owner.page.getByRole('button', { name: /Delete my profile|Check your wallet/ })).toHaveCount(
      0,
    );
    const html = await (await page.request.get(labPath(shortname, 'members'))).text();
    expect(html).not.toContain(name);
  });
});
