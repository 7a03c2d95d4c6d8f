import { networks } from '@labroom/contracts/networks';
import { explainQueries } from '@labroom/testing/captured-queries.ts';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { grantRole, type MintedLab, mintLab, revokeRole } from '@labroom/testing/test-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ACTIVITY = `query($oclId: String, $wallet: String, $limit: Int, $cursor: String) {
  onChainActivity(oclId: $oclId, wallet: $wallet, limit: $limit, cursor: $cursor) { id chainId contractAddress
    contractName eventName blockNumber blockTimestamp txHash logIndex args } }`;

interface Row {
  id: string;
  eventName: string;
  txHash: string;
  args: Record<string, unknown>;
}

function reader(service: TestService) {
  return async (variables: Record<string, unknown>): Promise<Row[]> =>
    (await ask(service, ACTIVITY, variables)).onChainActivity;
}

describe('onChainActivity', () => {
  let service: TestService;
  let read: ReturnType<typeof reader>;
  let owner: TestWallet;
  let viewer: TestWallet;
  let lab: MintedLab;

  beforeAll(async () => {
    service = await startTestService();
    read = reader(service);
    [owner, viewer] = [await fundedWallet(), await fundedWallet()];
    lab = await mintLab(owner);
    await mintLab(owner);
    await grantRole(owner, { oclId: lab.oclId, to: viewer.address, role: 'VIEWER', expiry: 4_900_000_000n });
    await revokeRole(owner, lab.oclId, viewer.address);
    await indexChain(service.context);
  });
  afterAll(() => service.stop());

  test('lists the events of a lab, newest first, also for an unregistered lab', async () => {
    const rows = await read({ oclId: `0x${lab.oclId.slice(2).toUpperCase()}` });
    expect(rows.map(({ eventName }) => eventName)).toEqual([
      'RoleRevoked',
      'RoleGranted',
      'AccountProvisioned',
      'OclTransfer',
      'Transfer',
      'OclIdentityCreated',
    ]);
    expect(rows[1]).toEqual({
      id: expect.stringMatching(/^\d+:\d+$/),
      chainId: 31337,
      contractAddress: networks[31337].contracts.accessResolver.toLowerCase(),
      contractName: 'accessresolver',
      eventName: 'RoleGranted',
      blockNumber: expect.any(Number),
      blockTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      logIndex: expect.any(Number),
      args: {
        oclId: lab.oclId,
        account: viewer.address.toLowerCase(),
        role: 1,
        expiry: '4900000000',
        isAgent: false,
        grantedBy: owner.address.toLowerCase(),
      },
    });
  });

  test('lists the events that name a wallet and those that it sent', async () => {
    const named = await read({ wallet: viewer.address });
    expect(named.map(({ eventName }) => eventName)).toEqual(['RoleRevoked', 'RoleGranted']);
    const sent = await read({ wallet: owner.address.toUpperCase().replace('0X', '0x') });
    // The events of two mints and two role changes. Of a mint, only the transfers name the owner.
    expect(sent).toHaveLength(10);
    expect(sent.filter(({ eventName }) => eventName === 'OclIdentityCreated')).toHaveLength(2);
    const account = await read({ wallet: lab.account });
    expect(account.map(({ eventName }) => eventName)).toEqual(['AccountProvisioned', 'OclIdentityCreated']);
  });

  test.each(['oclId', 'wallet'])('returns every event once when paged by the last id (%s)', async (by) => {
    const who = { [by]: by === 'oclId' ? lab.oclId : owner.address };
    const all = await read(who);
    const paged: Row[] = [];
    for (let cursor: string | null = null; ; ) {
      const page: Row[] = await read({ ...who, limit: 3, cursor });
      paged.push(...page);
      cursor = page.at(-1)?.id ?? null;
      if (page.length < 3) break;
    }
    expect(paged).toEqual(all);
    expect(await read({ ...who, cursor: all.at(-1)?.id })).toEqual([]);
    expect(await read({ ...who, cursor: '999999999999999:0' })).toEqual(all);
  });

  test('clamps a limit that is out of range', async () => {
    expect(await read({ oclId: lab.oclId, limit: 0 })).toHaveLength(1);
    expect(await read({ oclId: lab.oclId, limit: -5 })).toHaveLength(1);
    expect(await read({ oclId: lab.oclId, limit: 100_000 })).toHaveLength(6);
    expect(await read({ oclId: lab.oclId, limit: null })).toHaveLength(6);
  });
});

describe('onChainActivity among 60,000 events', () => {
  const wallet = `0x${'aa'.repeat(20)}`;
  const oclId = `0x0101${'0'.repeat(19)}1${'bb'.repeat(20)}`;
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    // Every third event is about this lab and every second names this wallet, so a page is a small part of the matches.
    await service.context.db.execute(sql`
      insert into onchain_events (chain_id, block_number, log_index, contract_address, contract_name, event_name, args,
          tx_hash, tx_sender, block_hash, block_timestamp, ocl_id)
        select 31337, n / 4, n % 4, '0x01', 'ipt', 'Transfer', '{}', '0x02', '0x03', '0x04', now(),
          case when n % 3 = 0 then ${oclId} end from generate_series(1, 60000) n`);
    await service.context.db.execute(sql`
      insert into onchain_event_addresses (address, chain_id, first_block, last_block, block_offsets, log_indexes)
        select case n % 2 when 0 then ${wallet} else '0x' || lpad(n::text, 40, '0') end, 31337, min(n / 4), max(n / 4),
          array_agg(n / 4 - n / 80 * 20 order by n), array_agg(n % 4 order by n)
          from generate_series(1, 60000) n group by 1, n / 80`);
    await service.context.db.execute(sql`analyze onchain_events, onchain_event_addresses`);
  });
  afterAll(() => service.stop());

  test.each([
    ['the newest of a lab', { oclId }],
    ['the middle of a lab', { oclId, cursor: '7000:2' }],
    ['the newest of a wallet', { wallet }],
    ['the middle of a wallet', { wallet, cursor: '7000:2' }],
    ['the oldest of a wallet', { wallet, cursor: '2:1' }],
  ])('reads no more than a page by index: %s', async (_, variables) => {
    const nodes = await explainQueries(service.context.db, async () => {
      const rows = await reader(service)({ ...variables, limit: 50 });
      expect(rows.length).toBeGreaterThan(3);
      const positions = rows
        .map(({ id }) => id.split(':').map(Number))
        .map(([block = 0, log = 0]) => block * 4 + log);
      expect(positions).toEqual(positions.toSorted((a, b) => b - a));
    });
    const events = nodes.filter((node) => node['Relation Name']?.startsWith('onchain_event'));
    expect(events.length).toBeGreaterThan(0);
    for (const node of events) {
      // PostgreSQL may use a bitmap scan when less than a page is left.
      expect(node['Node Type']).toMatch(/^(Index Scan|Index Only Scan|Bitmap Heap Scan)$/);
      expect(node['Rows Removed by Filter'] ?? 0).toBe(0);
    }
    const sorted = nodes.filter((node) => node['Node Type'] === 'Sort');
    // The page and one more block; each block has two events of this wallet.
    for (const node of events) expect(node['Actual Rows']).toBeLessThanOrEqual(51);
    for (const node of sorted) expect(node['Actual Rows']).toBeLessThanOrEqual(2 * 51);
  });
});
