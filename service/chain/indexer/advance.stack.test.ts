import { accessResolverAbi } from '@labroom/contracts/abi';
import { networks } from '@labroom/contracts/networks';
import { depth } from '@labroom/testing/depth.ts';
import {
  allRevoked,
  delegated,
  event,
  granted,
  labOf,
  minted,
  person,
  revoked,
  ScriptedChain,
  type ScriptedLog,
  transferred,
} from '@labroom/testing/scripted-chain.ts';
import { openTestIndex } from '@labroom/testing/test-index.ts';
import { eq } from 'drizzle-orm';
import { pad } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  chainBlocks,
  labOwners,
  onchainEvents,
  quarantinedLogs,
  roleGrants,
} from '#platform/db/tables/chain.ts';
import { followedContracts } from '../events/followed-contracts.ts';
import { legacyCollectionAbi } from '../events/legacy-collection.ts';
import { CursorMovedError } from './cursor-store.ts';

const [alice, bob, carol] = [person(0xa11ce), person(0xb0b), person(0xca201)];
const { contracts } = networks[31337];

describe('the index', async () => {
  const { index, isCorrect } = await openTestIndex();
  let chain: ScriptedChain;
  beforeEach(async () => {
    await index.clear();
    chain = new ScriptedChain();
  });

  test('indexes the history in ranges', async () => {
    chain
      .mine(...minted(1, alice))
      .mineEmpty(700)
      .mine(granted(1, bob, 2))
      .mineEmpty(20)
      .mine(...transferred(1, alice, carol));
    const steps = await index.catchUp(chain, { size: 100 });
    expect(steps).toEqual([...Array.from({ length: 7 }, () => 'advanced'), 'caught-up']);
    const [owner] = await index.db.select().from(labOwners);
    expect(owner).toMatchObject({
      oclId: labOf(1).oclId,
      tokenId: '1',
      account: labOf(1).account,
      holder: carol,
    });
    expect(owner?.mintedAt).toEqual(new Date((1_700_000_000 + 2) * 1000));
    expect(await index.db.select().from(roleGrants)).toMatchObject([
      { wallet: bob, role: 'CONTRIBUTOR', expiry: '0' },
    ]);
    await isCorrect(chain);
  });

  test('stores decoded events, with big integers as decimal strings and addresses in lower case', async () => {
    const account = '0x52908400098527886E0F7030069857D2E4169EE7';
    const expiry = 2n ** 64n - 1n;
    const grant = {
      oclId: labOf(1).oclId,
      account,
      role: 2,
      expiry,
      isAgent: true,
      grantedBy: alice,
    } as const;
    chain.mine(...minted(1, alice), event(contracts.accessResolver, accessResolverAbi, 'RoleGranted', grant));
    await index.catchUp(chain);
    const events = await index.db.select().from(onchainEvents).orderBy(onchainEvents.logIndex);
    expect(events.map(({ contractName, eventName }) => `${contractName} ${eventName}`)).toEqual([
      'ocl OclIdentityCreated',
      'ocl Transfer',
      'ocl OclTransfer',
      'accessresolver RoleGranted',
    ]);
    expect(new Set(events.map(({ oclId }) => oclId))).toEqual(new Set([labOf(1).oclId]));
    expect(events[3]).toMatchObject({
      contractAddress: contracts.accessResolver.toLowerCase(),
      args: { ...grant, account: account.toLowerCase(), expiry: '18446744073709551615' },
      blockNumber: 1,
      blockTimestamp: new Date((1_700_000_000 + 2) * 1000),
    });
    expect(await index.db.select().from(roleGrants)).toMatchObject([
      { expiry: '18446744073709551615', isAgent: true },
    ]);
  });

  test('follows new blocks, and requests only the head while there are none', async () => {
    await index.catchUp(chain.mine(...minted(1, alice)));
    chain.asked = [];
    expect(await index.advance(chain)).toBe('caught-up');
    expect(chain.asked.map(({ method }) => method)).toEqual(['eth_getBlockByNumber']);
    await index.catchUp(chain.mine(granted(1, bob, 1)));
    expect(await index.db.select().from(roleGrants)).toMatchObject([{ wallet: bob, role: 'VIEWER' }]);
    await index.catchUp(chain.mine(revoked(1, bob, 1)));
    expect(await index.db.select().from(roleGrants)).toEqual([]);
  });

  describe('the roles that a contributor granted', () => {
    const wallets = async () => (await index.db.select().from(roleGrants)).map(({ wallet }) => wallet).sort();
    beforeEach(async () => {
      chain.mine(...minted(1, alice), ...minted(2, alice), granted(1, bob, 2), granted(2, bob, 2));
      chain.mine(...delegated(1, carol, bob), ...delegated(2, carol, bob), granted(1, person(9), 1));
      await index.catchUp(chain);
    });

    test.each([
      ['a revocation', () => revoked(1, bob, 2)],
      ['another role', () => granted(1, bob, 1)],
      ['the end of all roles', () => allRevoked(1)],
    ])('end with the contributor by %s, and come back when a reorganization removes it', async (_, log) => {
      const before = await index.db.select().from(roleGrants).orderBy(roleGrants.oclId, roleGrants.wallet);
      await index.catchUp(chain.mine(log(), granted(1, person(5), 2)));
      const left = await index.db.select().from(roleGrants);
      expect(left.filter(({ oclId }) => oclId === labOf(2).oclId)).toHaveLength(2);
      expect(left.some(({ oclId, wallet }) => oclId === labOf(1).oclId && wallet === carol)).toBe(false);
      await isCorrect(chain);
      await index.catchUp(chain.mine(granted(1, bob, 2)));
      expect(await wallets()).toEqual(expect.arrayContaining([bob, person(5)].sort()));
      expect((await wallets()).filter((wallet) => wallet === carol)).toHaveLength(1);
      chain.fork(2).mineEmpty(3);
      await index.catchUp(chain);
      expect(await index.db.select().from(roleGrants).orderBy(roleGrants.oclId, roleGrants.wallet)).toEqual(
        before.map((grant) => ({ ...grant, grantedAt: expect.any(Date) })),
      );
    });

    test('stay when the contributor gets the role again, and when the holder grants them', async () => {
      await index.catchUp(chain.mine(granted(1, bob, 2)));
      expect((await wallets()).filter((wallet) => wallet === carol)).toHaveLength(2);
      await index.catchUp(chain.mine(granted(1, carol, 1), revoked(1, bob, 2)));
      expect((await wallets()).filter((wallet) => wallet === carol)).toHaveLength(2);
      await isCorrect(chain);
    });
  });

  test('counts a role as from before the holder by its place on the chain, also within one block', async () => {
    chain.mine(...minted(1, alice), granted(1, bob, 1));
    chain.mine(granted(1, person(5), 1), ...transferred(1, alice, carol), granted(1, person(6), 1));
    chain.mine(...transferred(1, carol, carol));
    await index.catchUp(chain);
    const [owner] = await index.db.select().from(labOwners);
    const grants = await index.db
      .select()
      .from(roleGrants)
      .orderBy(roleGrants.blockNumber, roleGrants.logIndex);
    expect(owner).toMatchObject({ holder: carol, heldBlock: 2, heldLogIndex: 1 });
    expect(grants.map(({ blockNumber, logIndex }) => [blockNumber, logIndex])).toEqual([
      [1, 3],
      [2, 0],
      [2, 3],
    ]);
  });

  test.each(depth.reorganizations)('is correct after a reorganization of %i blocks', async (removed) => {
    chain.mine(...minted(1, alice), granted(1, bob, 1)).mineEmpty(300);
    await index.catchUp(chain);
    for (let number = 1; number <= removed; number += 1) {
      if (number % 3 === 1) chain.mine(...minted(1 + number, bob), granted(1, person(number), 2));
      else if (number % 3 === 2)
        chain.mine(...transferred(1, number === 2 ? alice : carol, carol), revoked(1, bob, 1));
      else chain.mine();
      await index.catchUp(chain);
    }
    chain.fork(removed).mine(...minted(2, carol), granted(2, bob, 2));
    chain.mineEmpty(removed - 1).mine(...transferred(1, alice, bob));
    expect((await index.catchUp(chain))[0]).toBe('rolled-back');
    await isCorrect(chain);
    const holders = await index.db.select().from(labOwners).orderBy(labOwners.tokenId);
    expect(holders.map(({ holder }) => holder)).toEqual([bob, carol]);
  });

  test('is correct after a reorganization to a shorter chain', async () => {
    await index.catchUp(
      chain
        .mine(...minted(1, alice))
        .mineEmpty(9)
        .mine(...transferred(1, alice, bob)),
    );
    chain.fork(5).mine();
    expect(await index.catchUp(chain)).toEqual(['rolled-back', 'caught-up']);
    expect(await index.db.select().from(labOwners)).toMatchObject([{ holder: alice }]);
    await isCorrect(chain);
  });

  test('finds the common block of a deep reorganization in few requests', async () => {
    await index.catchUp(chain.mineEmpty(600));
    chain.fork(200).mineEmpty(201).asked = [];
    expect(await index.advance(chain)).toBe('rolled-back');
    expect(chain.asked.length).toBeLessThan(12);
  });

  test('restarts when the local chain was replaced', async () => {
    await index.catchUp(chain.mine(...minted(1, alice)).mineEmpty(20));
    chain.fork(chain.blocks.length).mine(...minted(7, bob));
    expect(await index.advance(chain, { replaceable: true })).toBe('rolled-back');
    await index.catchUp(chain);
    expect(await index.db.select().from(labOwners)).toMatchObject([{ tokenId: '7', holder: bob }]);
    await isCorrect(chain);
  });

  test('rejects a public node with another history', async () => {
    await index.catchUp(chain.mine(...minted(1, alice)).mineEmpty(20));
    const before = await index.content();
    chain
      .fork(chain.blocks.length)
      .mine(...minted(7, bob))
      .mineEmpty(30);
    await expect(index.advance(chain)).rejects.toMatchObject({ fault: 'OTHER_HISTORY' });
    expect(await index.content()).toEqual(before);
  });

  test('waits for a node that is behind the index', async () => {
    await index.catchUp(chain.mine(...minted(1, alice)).mineEmpty(9));
    const before = await index.content();
    const newest = chain.blocks.splice(-4);
    expect(await index.advance(chain)).toBe('behind');
    expect(await index.content()).toEqual(before);
    chain.blocks.push(...newest);
    chain.mine(...transferred(1, alice, bob));
    expect(await index.advance(chain)).toBe('caught-up');
    expect(await index.db.select().from(labOwners)).toMatchObject([{ holder: bob }]);
  });

  test('continues after it was stopped between two ranges, and two concurrent writers do not write twice', async () => {
    for (let tokenId = 1; tokenId <= 30; tokenId += 1)
      chain.mine(...minted(tokenId, alice), granted(tokenId, bob, 1));
    expect(await index.advance(chain, { size: 7 })).toBe('advanced');
    expect(await index.advance(chain, { size: 7 })).toBe('advanced');
    const race = await Promise.allSettled([
      index.advance(chain, { size: 7 }),
      index.advance(chain, { size: 9 }),
    ]);
    const losers = race.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const loser of losers) expect(loser).toBeInstanceOf(CursorMovedError);
    await index.catchUp(chain, { size: 7 });
    await isCorrect(chain);
  });

  test('writes all of a range or nothing', async () => {
    await index.catchUp(chain);
    const before = await index.content();
    chain.mine(...minted(1, alice)).mine(granted(1, bob, 1));
    await index.db.execute('alter table role_grants rename to role_grants_away');
    await expect(index.advance(chain)).rejects.toThrow();
    await index.db.execute('alter table role_grants_away rename to role_grants');
    expect(await index.content()).toEqual(before);
    await index.catchUp(chain);
    await isCorrect(chain);
  });

  test('quarantines logs that the ABI does not explain, and continues', async () => {
    const strange: ScriptedLog = { address: contracts.labNft, topics: [pad('0xbad')], data: '0x1234' };
    const cutShort: ScriptedLog = { ...granted(1, bob, 1), data: '0x' };
    const anonymous: ScriptedLog = { address: contracts.accessResolver, topics: [], data: '0x' };
    await index.catchUp(
      chain.mine(
        { ...strange, topics: [...strange.topics] },
        cutShort,
        { ...anonymous, topics: [] },
        ...minted(1, alice),
      ),
    );
    const quarantined = await index.db.select().from(quarantinedLogs).orderBy(quarantinedLogs.logIndex);
    expect(quarantined).toMatchObject(
      [strange, cutShort, anonymous].map(({ data, topics }) => ({ blockNumber: 1, data, topics })),
    );
    expect(quarantined.every(({ reason }) => reason.length > 10)).toBe(true);
    expect(index.logLines.filter((line) => line.includes('quarantined'))).toHaveLength(3);
    expect(await index.db.select().from(labOwners)).toMatchObject([{ holder: alice }]);
    await index.catchUp(chain.fork(1).mine());
    expect(await index.db.select().from(quarantinedLogs)).toEqual([]);
  });

  test('follows a configured legacy collection, whose events belong to no lab', async () => {
    const legacyCollection = person(0x1f);
    const minting = event(legacyCollection, legacyCollectionAbi, 'IPNFTMinted', {
      owner: bob,
      tokenId: 1n,
      tokenURI: 'ipfs://one',
      symbol: 'BIO-00001',
    });
    const moved = { from: bob, to: carol, tokenId: 1n };
    const transfer = event(legacyCollection, legacyCollectionAbi, 'Transfer', moved);
    chain.mine(...minted(1, alice), minting, transfer);
    await index.catchUp(chain);
    expect(await index.db.$count(onchainEvents, eq(onchainEvents.contractName, 'ipnft'))).toBe(0);
    await index.catchUp(chain, { followed: followedContracts({ ...contracts, legacyCollection }) });
    const rows = await index.db.select().from(onchainEvents).where(eq(onchainEvents.contractName, 'ipnft'));
    expect(rows.map(({ eventName, args, oclId }) => ({ eventName, args, oclId }))).toEqual([
      {
        eventName: 'IPNFTMinted',
        args: { owner: bob, tokenId: '1', tokenURI: 'ipfs://one', symbol: 'BIO-00001' },
        oclId: null,
      },
      { eventName: 'Transfer', args: { from: bob, to: carol, tokenId: '1' }, oclId: null },
    ]);
    expect(await index.db.select().from(labOwners)).toMatchObject([{ oclId: labOf(1).oclId, holder: alice }]);
  });

  test('rebuilds the index when the followed contracts change', async () => {
    await index.catchUp(chain.mine(...minted(1, alice)).mineEmpty(5));
    const followed = followedContracts({ ...contracts, factory: person(0xfac) });
    chain.asked = [];
    await index.catchUp(chain, { followed });
    const [question] = chain.asked.filter(({ method }) => method === 'eth_getLogs');
    expect(question?.params[0]).toMatchObject({ fromBlock: '0x0' });
    expect(await index.db.select().from(labOwners)).toMatchObject([{ holder: alice }]);
  });

  test('starts at the configured block, and rebuilds the index when it changes', async () => {
    chain.mine(...minted(1, alice)).mineEmpty(5);
    chain.mine(...minted(2, bob)).asked = [];
    await index.catchUp(chain, { firstBlock: 3 });
    const [question] = chain.asked.filter(({ method }) => method === 'eth_getLogs');
    expect(question?.params[0]).toMatchObject({ fromBlock: '0x3' });
    expect(await index.db.select().from(labOwners)).toMatchObject([{ tokenId: '2' }]);
    await index.catchUp(chain);
    expect(await index.db.select().from(labOwners)).toHaveLength(2);
    await index.catchUp(chain.fork(6).mineEmpty(8), { firstBlock: 3 });
    expect(await index.db.select().from(labOwners)).toEqual([]);
  });

  test('stores the hashes of the window only', async () => {
    await index.catchUp(chain.mineEmpty(1_000));
    await index.catchUp(chain.mineEmpty(30));
    const numbers = (await index.db.select().from(chainBlocks).orderBy(chainBlocks.number)).map(
      ({ number }) => number,
    );
    expect(numbers).toEqual(Array.from({ length: 256 }, (_, at) => 1_030 - 255 + at));
  });
});
