import { accessResolverAbi, relayerAccountAbi } from '@labroom/contracts/abi';
import { bytecodes } from '@labroom/deploy/bytecode.generated.ts';
import { seed } from '@labroom/testing/depth.ts';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { mulberry32 } from '@labroom/testing/random.ts';
import { deploySafe, swapFirstOwner } from '@labroom/testing/safe.ts';
import { grantRole, type MintedLab, mintLab, revokeRole, transferLab } from '@labroom/testing/test-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { chainOf, chainReader, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { eq } from 'drizzle-orm';
import { type Address, concatHex, encodeAbiParameters } from 'viem';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deployCode, returning } from '#chain/bytecode.fixture.ts';
import { createChainClient } from '#chain/create-chain-client.ts';
import { createDidKey } from '#core/did/did-key.ts';
import { membersOfLabs } from '#core/members/members-of-lab.ts';
import { labsOfWallet } from '#core/members/members-of-wallet.ts';
import { labHolders } from '#platform/db/tables/chain.ts';
import { insertLab } from '../labs/lab-store.ts';
import { refreshOwners } from './refresh-owners.ts';

describe('the members of a lab', async () => {
  let lab: MintedLab;

  const service = await openTestService();
  const owner = await fundedWallet();
  const wallet = await fundedWallet();
  beforeEach(async () => {
    lab = await mintLab(owner);
  });

  const lower = (address: string) => address.toLowerCase();
  async function members() {
    await indexChain(service.context);
    return (await membersOfLabs(service.context, [lab.oclId])).get(lab.oclId);
  }
  async function labsOf(address: string, role?: 'OWNER' | 'CONTRIBUTOR' | 'VIEWER') {
    return labsOfWallet(service.context, lower(address), role);
  }

  test('keep the date of a grant when it is replaced, and get a new one after a revoke', async () => {
    const dateOf = async () =>
      (await members())?.find(({ walletAddress }) => walletAddress === lower(wallet.address));
    await grantRole(owner, { oclId: lab.oclId, to: wallet.address, role: 'VIEWER' });
    const first = await dateOf();
    await grantRole(owner, { oclId: lab.oclId, to: wallet.address, role: 'CONTRIBUTOR' });
    expect(await dateOf()).toMatchObject({ role: 'CONTRIBUTOR', grantedAt: first?.grantedAt });
    await revokeRole(owner, lab.oclId, wallet.address);
    await grantRole(owner, { oclId: lab.oclId, to: wallet.address, role: 'VIEWER' });
    const again = await dateOf();
    expect(again?.role).toBe('VIEWER');
    expect(new Date(again?.grantedAt ?? 0).getTime()).toBeGreaterThan(
      new Date(first?.grantedAt ?? 0).getTime(),
    );
  });

  test('follow the contract through every order of grants and revocations', async () => {
    const [first, second, third] = [await fundedWallet(), await fundedWallet(), await fundedWallet()];
    const everyone = [first, second, third];
    const random = mulberry32(seed);
    const anyone = () => everyone[Math.floor(random() * 3)] ?? first;
    const steps: ((by: ReturnType<typeof chainOf>) => Promise<unknown>)[] = [
      (by) => by.grantRole({ oclId: lab.oclId, to: anyone().address, role: 'CONTRIBUTOR' }),
      (by) => by.grantRole({ oclId: lab.oclId, to: anyone().address, role: 'VIEWER' }),
      (by) => by.grantRole({ oclId: lab.oclId, to: anyone().address, role: 'VIEWER' }),
      (by) => by.revokeRole(lab.oclId, anyone().address),
      (by) => by.renounceRole(lab.oclId),
      (by) => by.revokeAll(lab.oclId),
    ];
    for (let step = 0; step < 30; step += 1) {
      const by = random() < 0.4 ? owner : anyone();
      // Those who may not, are rejected: the list must follow what happened.
      await steps[Math.floor(random() * steps.length)]?.(chainOf(by)).catch(() => {});
      const listed = await members();
      for (const { address } of everyone) {
        const [role] = await chainReader().readContract({
          address: service.context.chain.contracts.accessResolver,
          abi: accessResolverAbi,
          functionName: 'getRole',
          args: [lab.oclId, address],
        });
        const shown = listed?.find(({ walletAddress }) => walletAddress === lower(address))?.role;
        expect(shown, `step ${step}`).toBe([undefined, 'VIEWER', 'CONTRIBUTOR'][role]);
      }
    }
  });

  test('show which roles are from before the present holder, who ends all of them at once', async () => {
    const [contributor, viewer] = [await fundedWallet(), await fundedWallet()];
    await grantRole(owner, { oclId: lab.oclId, to: contributor.address, role: 'CONTRIBUTOR' });
    await grantRole(contributor, { oclId: lab.oclId, to: viewer.address, role: 'VIEWER' });
    const shown = async () =>
      (await members())?.map(({ walletAddress, grantedBeforeHolder }) => [
        walletAddress,
        grantedBeforeHolder,
      ]);
    const rows = (isBefore: boolean) => [
      [lower(contributor.address), isBefore],
      [lower(viewer.address), isBefore],
    ];
    expect(await shown()).toEqual([[lower(owner.address), false], ...rows(false)]);
    await transferLab(owner, lab, wallet.address);
    expect(await shown()).toEqual([[lower(wallet.address), false], ...rows(true)]);
    await grantRole(wallet, { oclId: lab.oclId, to: viewer.address, role: 'VIEWER' });
    expect(await shown()).toEqual([
      [lower(wallet.address), false],
      [lower(contributor.address), true],
      [lower(viewer.address), false],
    ]);
    // However new a role is, it stands on a contributor of the former holder.
    const stranger = await fundedWallet();
    await grantRole(contributor, { oclId: lab.oclId, to: stranger.address, role: 'VIEWER' });
    const letIn = (await members())?.find(({ walletAddress }) => walletAddress === lower(stranger.address));
    expect(letIn).toMatchObject({ grantedBeforeHolder: true, letInBy: lower(contributor.address) });
    await chainOf(wallet).revokeAll(lab.oclId);
    expect(await shown()).toEqual([[lower(wallet.address), false]]);
    expect(await labsOf(contributor.address)).not.toContain(lab.oclId);
  });

  const transfer = (to: Address) => transferLab(owner, lab, to);
  const ownerRow = (address: string, source: string) => ({
    walletAddress: lower(address),
    role: 'OWNER',
    source,
  });

  test('change with a transfer of the lab', async () => {
    expect(await members()).toMatchObject([ownerRow(owner.address, 'ONCHAIN_EVENT')]);
    await transfer(wallet.address);
    expect(await members()).toMatchObject([ownerRow(wallet.address, 'ONCHAIN_EVENT')]);
    expect(await labsOf(owner.address)).not.toContain(lab.oclId);
    expect(await labsOf(wallet.address, 'OWNER')).toContain(lab.oclId);
  });

  test('include the owners of a Safe that holds the lab, and follow their changes', async () => {
    const [second, third] = [await fundedWallet(), await fundedWallet()];
    const safe = await deploySafe(chainOf(owner), [wallet.address, second.address]);
    await transfer(safe);
    const behind = (owners: TestWallet[]) =>
      owners.map(({ address }) => ownerRow(address, 'MULTISIG_RESOLUTION'));
    const before = await members();
    expect(before?.[0]).toMatchObject(ownerRow(safe, 'ONCHAIN_EVENT'));
    expect(before).toHaveLength(3);
    expect(before).toEqual(
      expect.arrayContaining(behind([wallet, second]).map((row) => expect.objectContaining(row))),
    );
    expect(await labsOf(second.address, 'OWNER')).toContain(lab.oclId);

    await swapFirstOwner(chainOf(wallet), safe, third.address);
    const after = await members();
    expect(after).toHaveLength(3);
    expect(after).toEqual(
      expect.arrayContaining(behind([third, second]).map((row) => expect.objectContaining(row))),
    );
    expect(await labsOf(wallet.address)).not.toContain(lab.oclId);
    const sinceOf = (rows: typeof after) =>
      rows?.find(({ walletAddress }) => walletAddress === lower(second.address))?.grantedAt;
    expect(sinceOf(after)).toBe(sinceOf(before));

    await swapFirstOwner(chainOf(third), safe, wallet.address);
    const back = await members();
    expect(back).toHaveLength(3);
    expect(back).toEqual(
      expect.arrayContaining(behind([wallet, second]).map((row) => expect.objectContaining(row))),
    );
  });

  test('follow owners behind owners: a Safe of a Safe, and the account of a lab that is sold', async () => {
    const [seller, buyer, next] = [await fundedWallet(), await fundedWallet(), await fundedWallet()];
    const sold = await mintLab(seller);
    const inner = await deploySafe(chainOf(owner), [wallet.address]);
    const outer = await deploySafe(chainOf(owner), [inner, lower(sold.account) as Address]);
    await transfer(outer);
    const wallets = async () => new Set((await members())?.map(({ walletAddress }) => walletAddress));
    const withOwners = (...some: TestWallet[]) =>
      new Set([outer, inner, lower(sold.account), ...some.map(({ address }) => lower(address))]);
    expect(await wallets()).toEqual(withOwners(wallet, seller));
    await swapFirstOwner(chainOf(wallet), inner, next.address);
    expect(await wallets()).toEqual(withOwners(next, seller));
    await transferLab(seller, sold, buyer.address);
    expect(await wallets()).toEqual(withOwners(next, buyer));
  });

  test('follow the owner of an account that says that it has a new one', async () => {
    const initial = encodeAbiParameters([{ type: 'address' }], [wallet.address]);
    const { contractAddress } = await chainOf(owner).send({
      data: concatHex([bytecodes.RelayerAccount, initial]),
    });
    const account = lower(contractAddress ?? '') as Address;
    await transfer(account);
    expect(await members()).toMatchObject([
      { walletAddress: account },
      { walletAddress: lower(wallet.address) },
    ]);
    const next = await fundedWallet();
    const contract = { address: account, abi: relayerAccountAbi } as const;
    await chainOf(wallet).write({ ...contract, functionName: 'transferOwnership', args: [next.address] });
    await chainOf(next).write({ ...contract, functionName: 'acceptOwnership' });
    expect(await members()).toMatchObject([
      { walletAddress: account },
      { walletAddress: lower(next.address) },
    ]);
  });

  test('include the owner of an account contract that holds the lab', async () => {
    const ownerOnly = returning(encodeAbiParameters([{ type: 'address' }], [wallet.address]));
    const account = await deployCode(service.context.chain, owner, ownerOnly);
    await transfer(account);
    expect(await members()).toMatchObject([
      ownerRow(account, 'ONCHAIN_EVENT'),
      ownerRow(wallet.address, 'ACCESS_CONTRACT'),
    ]);
  });

  test('keep the known owners of a holder while the chain cannot be read, and are read later', async () => {
    const safe = await deploySafe(chainOf(owner), [wallet.address]);
    await transfer(safe);
    await members();
    const { db, chain } = service.context;
    await db
      .update(labHolders)
      .set({ nextCheckAt: new Date(0) })
      .where(eq(labHolders.address, safe));
    const down = createChainClient({ rpcUrl: 'http://127.0.0.1:1', chainId: 31337 });
    await expect(refreshOwners({ db, chain: down })).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    const [row] = await db.select().from(labHolders).where(eq(labHolders.address, safe));
    expect(row?.nextCheckAt.getTime()).toBeGreaterThan(Date.now());
    expect((await membersOfLabs({ ...service.context, chain }, [lab.oclId])).get(lab.oclId)).toHaveLength(2);
  });

  test('of many labs take as many statements as those of one', async () => {
    const more = [lab, await mintLab(owner), await mintLab(wallet), await mintLab(wallet)];
    await indexChain(service.context);
    const { $client } = service.context.db;
    const query = vi.spyOn($client, 'query');
    await membersOfLabs(service.context, [lab.oclId]);
    const statements = query.mock.calls.length;
    query.mockClear();
    const found = await membersOfLabs(
      service.context,
      more.map(({ oclId }) => oclId),
    );
    expect(query.mock.calls.length).toBe(statements);
    query.mockRestore();
    expect([...found.values()].map((listed) => listed.length)).toEqual([1, 1, 1, 1]);
  });

  test('are listed once, with the strongest role', async () => {
    await grantRole(owner, { oclId: lab.oclId, to: owner.address, role: 'VIEWER', isAgent: true });
    expect(await members()).toMatchObject([
      { walletAddress: lower(owner.address), role: 'OWNER', source: 'ONCHAIN_EVENT', isAgent: true },
    ]);
    expect(await labsOf(owner.address, 'VIEWER')).not.toContain(lab.oclId);
  });

  test('lose a role in the second of its expiry, as in the contract', async () => {
    const { timestamp } = await chainReader().getBlock();
    const expiry = timestamp + 3_600n;
    await grantRole(owner, { oclId: lab.oclId, to: wallet.address, role: 'VIEWER', expiry });
    await indexChain(service.context);
    const listedAt = async (milliseconds: number) => {
      vi.useFakeTimers({ now: milliseconds, toFake: ['Date'] });
      try {
        const listed = (await membersOfLabs(service.context, [lab.oclId])).get(lab.oclId) ?? [];
        return listed.find(({ walletAddress }) => walletAddress === lower(wallet.address))?.expiry;
      } finally {
        vi.useRealTimers();
      }
    };
    expect(await listedAt(Number(expiry) * 1000 - 1)).toBe(expiry.toString());
    expect(await listedAt(Number(expiry) * 1000)).toBeUndefined();
  });

  test('are read from the chain while the lab is not indexed', async () => {
    const fresh = await mintLab(owner);
    await insertLab(service.context.db, {
      oclId: fresh.oclId,
      tokenId: fresh.tokenId.toString(),
      account: lower(fresh.account),
      registeredBy: lower(owner.address),
      storageLimit: 1,
      accountKey: await createDidKey(service.context, 'account'),
      dataRoomKey: await createDidKey(service.context, 'dataRoom'),
    });
    const [listed] = (await membersOfLabs(service.context, [fresh.oclId])).get(fresh.oclId) ?? [];
    expect(listed).toMatchObject({
      walletAddress: lower(owner.address),
      role: 'OWNER',
      source: 'ACCESS_CONTRACT',
    });
    expect(await labsOf(owner.address, 'OWNER')).toContain(fresh.oclId);
    await indexChain(service.context);
    const [indexed] = (await membersOfLabs(service.context, [fresh.oclId])).get(fresh.oclId) ?? [];
    expect(indexed).toMatchObject({ walletAddress: lower(owner.address), source: 'ONCHAIN_EVENT' });
  });
});
