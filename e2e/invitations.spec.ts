import { InvitationDocument, RequestAccessDocument } from '@labroom/client/documents';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { signedAcceptance } from '@labroom/testing/test-invitation.ts';
import { expect } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expectAccessible } from './browser/accessible.ts';
import { counted } from './browser/counted.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { MembersPage } from './pages/members-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

test('an owner invites by a link: somebody without a wallet accepts with a local account, and all who accepted are granted in one transaction', async ({
  newPerson,
  page: guest,
  stack,
}) => {
  const owner = await newPerson();
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const { client, shortname } = await registerLab({ url, credential }, localChain(rpcUrl, owner.account));
  const ownerTakes = await counted(owner);
  const members = new MembersPage(owner.page);
  const { dialog, requests } = members;

  await members.open(shortname);
  await new SiteHeader(owner.page).connectAndSignIn();
  await untilHydrated(requests.getByRole('button', { name: 'Invite people…' }));
  await ownerTakes('invite two people', { clicks: 2 }, async () => {
    await requests.getByRole('button', { name: 'Invite people…' }).click();
    await expect(dialog.getByLabel('Number of people')).toBeVisible();
    await expectAccessible(owner.page);
    await dialog.getByLabel('Number of people').fill('2');
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    await expect(dialog.getByLabel('Link', { exact: true })).toBeVisible();
  });
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(requests.getByRole('region', { name: 'Invitations' })).toContainText('0 of 2 accepted');

  // The secret never leaves the browsers.
  const sent: string[] = [];
  for (const page of [guest, owner.page])
    page.on('request', (request) => sent.push(request.url(), request.postData() ?? ''));
  await guest.goto(link);
  await expect(guest.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(guest.getByText('To accept you need a wallet')).toBeVisible();
  await expectAccessible(guest);
  const main = guest.getByRole('main');
  await untilHydrated(main.getByRole('button', { name: 'Connect wallet' }));
  await main.getByRole('button', { name: 'Connect wallet' }).click();
  await new SiteHeader(guest).walletChoice('Outsider').click();
  await main.getByRole('button', { name: 'Accept' }).click();
  await expect(main).toContainText('You have accepted.');

  const other = privateKeyToAccount(generatePrivateKey());
  const { pathname, hash, host: site } = new URL(link);
  const { invitation } = await client.call(InvitationDocument, { id: pathname.split('/').at(-1) ?? '' });
  if (!invitation) throw new Error('The invitation is not known by its link');
  const secret = hash.slice(1) as `0x${string}`;
  await client.call(
    RequestAccessDocument,
    await signedAcceptance(other, { ...invitation, secret }, { site }),
  );

  await expect(requests.getByText('accepted an invitation')).toHaveCount(2);
  await ownerTakes('grant to both in one transaction', { clicks: 2 }, async () => {
    await requests.getByRole('button', { name: 'Grant the 2 invited…' }).click();
    await dialog.getByRole('button', { name: 'Grant 2 roles' }).click();
    await expect(requests).toContainText('None is open.');
  });
  expect(owner.wallet.asked.filter((method) => method === 'wallet_sendCalls')).toHaveLength(1);
  await expect(main).toContainText('You are a member of this lab.', { timeout: 10_000 });
  await main.getByRole('link', { name: 'Open the data room' }).click();
  await expect(guest.getByRole('navigation', { name: 'Lab' })).toBeVisible();
  expect(sent.join('\n')).not.toContain(new URL(link).hash.slice(3));

  await guest.goto(link);
  await expect(guest.getByText('This invitation has ended.')).toBeVisible();
});
