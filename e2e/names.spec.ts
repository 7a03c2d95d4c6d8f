import { randomUUID } from 'node:crypto';
import { ProfileDocument } from '@labroom/client/documents';
import type { LocalJson } from '@labroom/local/data-dir/local-json.ts';
import { clientOf, localChain, newWallet, registerLab } from '@labroom/testing/actors.ts';
import { browserNames } from '@labroom/testing/test-names.ts';
import { setProfile, signedProfile } from '@labroom/testing/test-profile.ts';
import { expect } from '@playwright/test';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { MembersPage } from './pages/members-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

const endpointOf = ({ serviceUrl: url, consumerCredential: credential }: LocalJson) => ({ url, credential });
const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`.toLowerCase();

test('names of the chain are shown apart from self-given ones, and an owner grants a role to a typed one', async ({
  newPerson,
  page,
  stack,
}) => {
  const owner = await newPerson();
  const endpoint = endpointOf(stack);
  const chain = localChain(stack.rpcUrl, owner.account);
  const { oclId, shortname } = await registerLab(endpoint, chain);
  const own = randomUUID().slice(0, 8);
  const [both, onChain, invited] = [newWallet(), newWallet(), newWallet()];
  for (const { address } of [both, onChain]) await chain.grantRole({ oclId, to: address, role: 'VIEWER' });
  const names = { both: `both-${own}.eth`, onChain: `chain-${own}.eth`, invited: `invited-${own}.eth` };
  await (await browserNames(stack.rpcUrl)).publish({
    claimed: { [both.address]: names.both, [onChain.address]: names.onChain },
    addresses: {
      [names.both]: both.address,
      [names.onChain]: onChain.address,
      [names.invited]: invited.address,
    },
  });
  const signed = await signedProfile(both, { name: `Ada ${own}` }, { site: new URL(stack.webUrl).host });
  expect((await setProfile(endpoint, signed)).error).toBeNull();
  const members = new MembersPage(page);

  await test.step('a wallet that is shown gets its name soon after', async () => {
    await members.open(shortname);
    await expect(members.row(onChain.address)).toContainText(short(onChain.address));
    for (const [wallet, name] of [
      [both, names.both],
      [onChain, names.onChain],
    ] as const) {
      const { call } = clientOf(endpoint);
      await expect
        .poll(async () => (await call(ProfileDocument, { wallet: wallet.address })).profile?.resolvedName)
        .toBe(name);
    }
  });

  await test.step('it stands for the address, or below the self-given name', async () => {
    await page.reload();
    await expect(members.row(onChain.address)).toContainText(
      `${names.onChain} (name on the chain)${short(onChain.address)}`,
    );
    await expect(members.row(both.address)).toContainText(`Ada ${own} (unverified name)${names.both}`);
    const button = members.row(onChain.address).getByTitle(onChain.address.toLowerCase()).first();
    await untilHydrated(button);
    await button.click();
    const card = page.getByRole('dialog');
    await expect(card).toContainText('The chain leads from this name to the address and back.');
    await expect(card).not.toContainText('Unverified');
    await expect(card).toContainText(onChain.address.toLowerCase());
    await expectAccessible(page);
  });

  await test.step('the owner types a name, sees its address, and signs for the address', async () => {
    const own = new MembersPage(owner.page);
    await own.open(shortname);
    await new SiteHeader(owner.page).connectAndSignIn();
    await own.grantButton.click();
    const field = own.dialog.getByLabel('Wallet address');
    await field.fill(`nobody-${names.invited}`);
    await expect(own.dialog.getByText('This name leads to no address.')).toBeVisible();
    await field.fill(names.invited.toUpperCase());
    const suggestion = own.dialog.getByRole('list', { name: 'Suggestions' }).getByRole('button');
    await expect(suggestion).toContainText(`${names.invited} · name on the chain`);
    await expect(suggestion).toContainText(invited.address.toLowerCase());
    await expectAccessible(owner.page);
    await suggestion.click();
    await expect(field).toHaveValue(invited.address.toLowerCase());
    await expect(own.dialog.getByRole('status').filter({ hasText: names.invited })).toBeVisible();
    const signing = own.dialog.getByRole('region', { name: 'What you sign' });
    await expect(signing).toContainText(invited.address, { ignoreCase: true });
    await own.grant('Grant viewer');
    await expect(own.row(invited.address)).toContainText('Viewer');
  });
});
