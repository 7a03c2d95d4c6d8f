import { networks } from '@labroom/contracts/networks';
import { watchedLog } from '@labroom/testing/log-watch.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { granted, minted, person, ScriptedChain } from '@labroom/testing/scripted-chain.ts';
import { openTestDatabase } from '@labroom/testing/test-database.ts';
import { clearIndex } from '@labroom/testing/test-index.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decideConfig } from '#platform/config/decide-config.ts';
import { readEnv } from '#platform/config/env.ts';
import { openDatabase } from '#platform/db/open-database.ts';
import { chainCursors, labOwners, onchainEvents, roleGrants } from '#platform/db/tables/chain.ts';
import { polling } from '#platform/jobs/waiter.ts';
import type { ChainClient } from '../chain-client.ts';
import { createChainClient } from '../create-chain-client.ts';
import { runIndexer } from './run.ts';

const config = decideConfig(readEnv({ DATABASE_URL: requireStack('templateDatabaseUrl') }));
const timing = { wait: polling(5), retryMs: 5 };
const [alice, bob] = [person(0xa11ce), person(0xb0b)];

const { db, url: databaseUrl } = await openTestDatabase();

describe('the indexer', () => {
  let chain: ScriptedChain;
  const running: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    await clearIndex(db);
    chain = new ScriptedChain().mine(...minted(1, alice));
  });
  afterEach(async () => {
    for (const stop of running.splice(0)) await stop();
  });

  /** An indexer with its own connections, as in another process. */
  function start() {
    const own = openDatabase(databaseUrl);
    const watch = watchedLog();
    const stopping = new AbortController();
    const { contracts } = networks[31337];
    const client: ChainClient = {
      ...createChainClient({ rpcUrl: 'http://127.0.0.1:9', chainId: 31337 }),
      contracts,
      node: chain.node,
      history: chain.node,
      untrustedNode: chain.node,
    };
    const ended = runIndexer({ db: own, chain: client, config }, watch.log, stopping.signal, timing);
    const stop = async () => {
      if (stopping.signal.aborted) return;
      stopping.abort();
      await ended;
      await own.$client.end();
    };
    running.push(stop);
    return { ...watch, stop };
  }

  test('indexes the history and follows new blocks', async () => {
    const indexer = start();
    await indexer.until('blocks indexed');
    chain.mine(granted(1, bob, 1));
    await indexer.until('blocks indexed', 2);
    expect(await db.select().from(onchainEvents)).toHaveLength(4);
  });

  test('waits for a node that is down and continues by itself', async () => {
    const down = () => {
      throw new Error('connect ECONNREFUSED');
    };
    chain.lies = { eth_chainId: down };
    const indexer = start();
    await indexer.until('indexing interrupted', 3);
    chain.lies = {};
    await indexer.until('blocks indexed');
    chain.lies = { eth_getBlockByNumber: down, eth_chainId: down };
    await indexer.until('indexing interrupted', 5);
    chain.mine(granted(1, bob, 1));
    chain.lies = {};
    await indexer.until('blocks indexed', 2);
    expect(await db.select().from(onchainEvents)).toHaveLength(4);
  });

  test('increases its delay with each failure', async () => {
    chain.lies = { eth_chainId: () => '0x1' };
    const indexer = start();
    await indexer.until('retryInMs', 4);
    const delays = indexer.lines
      .filter((line) => line.includes('retryInMs'))
      .map((line) => JSON.parse(line).retryInMs);
    expect(delays.slice(0, 4)).toEqual([5, 10, 20, 40]);
  });

  test('writes nothing from a node of another chain', async () => {
    chain.lies = { eth_chainId: () => '0x1' };
    const indexer = start();
    await indexer.until('The node serves chain 1', 2);
    expect(await db.select().from(chainCursors)).toEqual([]);
    expect(chain.asked.every(({ method }) => method === 'eth_chainId')).toBe(true);
  });

  test('reduces its ranges to what the node accepts', async () => {
    chain.mineEmpty(400);
    chain.lies = {
      eth_getLogs(logs, [{ fromBlock, toBlock }]) {
        if (Number(toBlock) - Number(fromBlock) > 20)
          throw new Error('query returned more than 10000 results');
        return logs;
      },
    };
    const indexer = start();
    await indexer.until('"to":401');
    expect(await db.select().from(labOwners)).toMatchObject([{ holder: alice }]);
  });

  test('is correct when the chain changes while ranges are prefetched', async () => {
    for (let at = 0; at < 400; at += 1) chain.mine(granted(1, person(1_000 + at), 1));
    let forked = false;
    chain.lies = {
      eth_getLogs(logs, [{ fromBlock, toBlock }]) {
        if (Number(toBlock) - Number(fromBlock) > 20) throw new Error('block range too large');
        if (Number(fromBlock) < 200 || forked) return logs;
        forked = true;
        chain.fork(250);
        for (let at = 0; at < 260; at += 1) chain.mine(granted(1, person(2_000 + at), 2));
        return logs;
      },
    };
    const indexer = start();
    await indexer.until('"to":411,');
    const rows = await db.select().from(onchainEvents).orderBy(onchainEvents.blockNumber);
    expect(rows.map(({ blockNumber, blockHash }) => [blockNumber, blockHash])).toEqual(
      chain.blocks.flatMap(({ number, hash, logs }) => logs.map(() => [number, hash])),
    );
    expect(await db.$count(roleGrants)).toBe(410);
  });

  test('runs once per database, and another process takes over when it ends', async () => {
    const first = start();
    await first.until('blocks indexed');
    const second = start();
    for (let number = 2; number <= 6; number += 1) {
      chain.mine(...minted(number, bob));
      await first.until('blocks indexed', number);
    }
    expect(second.lines).toEqual([]);
    await first.stop();
    await second.until('indexing');
    chain.mine(granted(1, bob, 1));
    await second.until('blocks indexed');
    expect(await db.select().from(labOwners)).toHaveLength(6);
  });

  test('stops writing when it loses the connection with its lock, and takes the lock again', async () => {
    const indexer = start();
    await indexer.until('blocks indexed');
    await db.execute(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`);
    await indexer.until('holds the lock of the indexer was lost');
    await indexer.until('"msg":"indexing"', 2);
    chain.mine(granted(1, bob, 1));
    await indexer.until('blocks indexed', 2);
  });
});
