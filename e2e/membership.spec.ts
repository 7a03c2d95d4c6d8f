import { randomUUID } from 'node:crypto';
import { LabIdentityDocument, LabMembersDocument } from '@labroom/client/documents';
import { accessResolverAbi } from '@labroom/contracts/abi';
import { clientOf } from '@labroom/local/data-dir/client-of.ts';
import { localChain } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { createPublicClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { hardhat } from 'viem/chains';
import { MembersPage } from './pages/members-page.ts';
import { NewLabPage } from './pages/new-lab-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { giveToSafe, makeLab } from './stack/labs.ts';
import { test } from './test.ts';

test('a grant in the browser is visible in listLabMembers within two seconds of its block', {
  tag: '@release',
}, async ({ newPerson, stack }) => {
  const owner = await newPerson();
  const { address } = privateKeyToAccount(generatePrivateKey());
  const shortname = await new NewLabPage(owner.page).create(`Membership ${randomUUID().slice(0, 8)}`);
  const call = clientOf(stack).call;
  const { labWithDataRoomAndFiles: lab } = await call(LabIdentityDocument, { shortname });
  if (!lab) throw new Error('The new lab is not known by its name');
  const chain = createPublicClient({ chain: hardhat, transport: http(stack.rpcUrl) });
  const fromBlock = await chain.getBlockNumber();

  const inBlock = async () => {
    const event = { address: stack.contracts.accessResolver, abi: accessResolverAbi, fromBlock } as const;
    const args = { oclId: lab.oclId as `0x${string}`, account: address };
    const [granted] = await chain.getContractEvents({ ...event, eventName: 'RoleGranted', args });
    return granted && (await chain.getTransactionReceipt({ hash: granted.transactionHash }));
  };
  const inAnswer = async () => {
    const { listLabMembers } = await call(LabMembersDocument, { oclId: lab.oclId });
    return listLabMembers.members.find(({ walletAddress }) => walletAddress === address.toLowerCase());
  };

  const members = new MembersPage(owner.page);
  await members.open(shortname);
  const [receipt, member] = await Promise.all([
    firstSight(inBlock),
    firstSight(inAnswer),
    members.grantViewer(address),
  ]);
  expect(receipt.value).toMatchObject({ status: 'success' });
  expect(member.value).toMatchObject({ role: 'VIEWER', source: 'ACCESS_RESOLVER_EVENT' });
  const milliseconds = Math.round(member.at - receipt.at);
  test.info().annotations.push({ type: 'milliseconds from block to answer', description: `${milliseconds}` });
  expect(milliseconds).toBeLessThan(2_000);
});

test('the buyer of a lab sees who was granted before and removes all members at once', async ({
  newPerson,
  stack,
}) => {
  const [seller, buyer] = [await newPerson(), await newPerson()];
  const { address } = privateKeyToAccount(generatePrivateKey());
  const lab = await makeLab(stack, seller.account, `Sold ${randomUUID().slice(0, 8)}`);
  const chain = localChain(stack.rpcUrl, seller.account);
  await chain.grantRole({ oclId: lab.oclId, to: address, role: 'VIEWER' });
  await chain.transferLab(lab.labId, buyer.account.address);

  const members = new MembersPage(buyer.page);
  await expect(async () => {
    await members.open(lab.shortname);
    await expect(members.row(address)).toContainText('Granted by an earlier holder', { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await new SiteHeader(buyer.page).connectAndSignIn();
  await members.removeAll();
  await expect(members.row(address)).toHaveCount(0);
});

test('an owner is warned two weeks before a role ends, and extends it in place', async ({
  newPerson,
  stack,
}) => {
  const owner = await newPerson();
  const [ending, lasting] = [1, 2].map(() => privateKeyToAccount(generatePrivateKey()).address);
  if (!ending || !lasting) throw new Error('Two addresses are needed');
  const { oclId, shortname } = await makeLab(stack, owner.account, `Ending ${randomUUID().slice(0, 8)}`);
  const chain = localChain(stack.rpcUrl, owner.account);
  const { timestamp } = await chain.reader.getBlock();
  const inDays = (days: number) => timestamp + BigInt(days * 86_400);
  await chain.grantRole({ oclId, to: lasting, role: 'VIEWER', expiry: inDays(40) });
  await chain.grantRole({ oclId, to: ending, role: 'CONTRIBUTOR', expiry: inDays(9) });

  const members = new MembersPage(owner.page);
  await expect(async () => {
    await members.open(shortname);
    await expect(members.row(ending)).toContainText('Contributor', { timeout: 1_000 });
  }).toPass();
  await new SiteHeader(owner.page).connectAndSignIn();
  await expect(members.ending).toContainText('1 role ends within two weeks.');
  await expect(members.ending.getByTitle(ending.toLowerCase())).toBeVisible();
  await members.extend('Grant contributor');
  await expect(members.ending).toHaveCount(0);
});

test('an owner of a Safe is told that granting needs the Safe', async ({ newPerson, stack }) => {
  const [owner, other] = [await newPerson(), await newPerson()];
  const lab = await makeLab(stack, owner.account, `Safe ${randomUUID().slice(0, 8)}`);
  await giveToSafe(stack, owner.account, lab, [owner.account.address, other.account.address], 2n);
  const members = new MembersPage(owner.page);
  await expect(async () => {
    await members.open(lab.shortname);
    const role = members.row(owner.account.address);
    await expect(role).toContainText('Owner of the Safe', { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await new SiteHeader(owner.page).connectAndSignIn();
  await expect(owner.page.getByText('Granting and revoking roles needs the Safe itself')).toBeVisible();
  await expect(members.grantButton).toHaveCount(0);
});

/** Polls until the value changes. Returns the new value and the time. */
async function firstSight<Value>(look: () => Promise<Value>): Promise<{ value: Value; at: number }> {
  const seen = { value: await look(), at: performance.now() };
  const again = async () => {
    if (seen.value === undefined) Object.assign(seen, { value: await look(), at: performance.now() });
    return seen.value;
  };
  await expect.poll(again, { intervals: [20], timeout: 60_000 }).toBeDefined();
  return seen;
}
