import { accessResolverAbi } from '@labroom/contracts/abi';
import type { Manifest } from '@labroom/contracts/manifest';
import { deploySuite } from '@labroom/deploy/deploy-suite';
import { watchedLog } from '@labroom/testing/log-watch.ts';
import { type PublicChain, startPublicChain } from '@labroom/testing/public-chain.ts';
import { openTestDatabase } from '@labroom/testing/test-database.ts';
import { sql } from 'drizzle-orm';
import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  InvalidParamsRpcError,
  parseAbi,
  zeroHash,
} from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ChainClient } from '#chain/chain-client.ts';
import { createChainClient } from '#chain/create-chain-client.ts';
import { contractEvents } from '#platform/telemetry/contract-metrics.ts';
import { metrics } from '#platform/telemetry/metrics.ts';
import { contractWatch } from './watch-contracts.ts';

const timelockAbi = parseAbi([
  'function schedule(address target, uint256 value, bytes data, bytes32 predecessor, bytes32 salt, uint256 delay)',
  'function execute(address target, uint256 value, bytes data, bytes32 predecessor, bytes32 salt) payable',
]);
const { db } = await openTestDatabase();

let chain: PublicChain;
let manifest: Manifest;
let client: ChainClient;
beforeAll(async () => {
  chain = await startPublicChain(84532);
  manifest = await deploySuite(chain.options);
  client = createChainClient({ rpcUrl: chain.rpcUrl, chainId: 84532, contracts: manifest.contracts });
});
afterAll(() => chain[Symbol.asyncDispose]());
beforeEach(async () => {
  await db.execute(sql`delete from log_readers`);
  contractEvents.reset();
});

const node = () => createTestClient({ mode: 'hardhat', transport: http(chain.rpcUrl) });

async function send(from: Address, to: Address, data: Hex): Promise<Hex> {
  await node().impersonateAccount({ address: from });
  await chain.fund(from);
  const wallet = createWalletClient({ transport: http(chain.rpcUrl), account: from });
  const hash = await wallet.sendTransaction({ chain: null, to, data, gas: 5_000_000n });
  const reader = createPublicClient({ transport: http(chain.rpcUrl), pollingInterval: 20 });
  expect(await reader.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
  return hash;
}

/** A worker, as after a start of its process. */
function worker(environment: 'local' | 'staging' = 'local', chainClient = client) {
  const run = contractWatch();
  const { log, lines } = watchedLog();
  const context = { db, chain: chainClient, config: { environment, chain: { manifest } } };
  return {
    /** Runs until there is nothing more to read, and returns what was told. */
    async look() {
      lines.splice(0);
      while ((await run(context, log)).more);
      return lines
        .map((line) => JSON.parse(line))
        .filter(({ msg }) => msg === 'a contract changed')
        .map(({ level, time: _, pid: __, hostname: ___, msg: ____, ...told }) => ({ level, ...told }));
    },
  };
}

const administration = () => {
  if (!manifest.administration) throw new Error('The manifest names no administrators');
  return manifest.administration;
};
const pause = encodeFunctionData({ abi: accessResolverAbi, functionName: 'pause' });
const guardian = () => administration().guardian ?? '0x';

test('a scheduled call, its execution, a new owner and a pause are told once each, as a line and as a count', async () => {
  const { safe, timelock, delaySeconds } = administration();
  const { accessResolver } = manifest.contracts;
  const first = worker();
  expect(await first.look()).toEqual([]);
  const newOwner = chain.signer.address;
  const transfer = encodeFunctionData({
    abi: accessResolverAbi,
    functionName: 'transferOwnership',
    args: [newOwner],
  });
  const call = [accessResolver, 0n, transfer, zeroHash, zeroHash] as const;
  const scheduled = await send(
    safe,
    timelock,
    encodeFunctionData({ abi: timelockAbi, functionName: 'schedule', args: [...call, BigInt(delaySeconds)] }),
  );
  expect(await first.look()).toEqual([
    {
      level: 40,
      contract: 'TimelockController',
      address: timelock.toLowerCase(),
      event: 'CallScheduled',
      args: expect.objectContaining({
        target: accessResolver,
        data: `transferOwnership(${newOwner})`,
        delay: String(delaySeconds),
      }),
      block: expect.any(Number),
      transaction: scheduled,
    },
  ]);

  await node().increaseTime({ seconds: delaySeconds });
  await send(safe, timelock, encodeFunctionData({ abi: timelockAbi, functionName: 'execute', args: call }));
  await send(
    newOwner,
    accessResolver,
    encodeFunctionData({ abi: accessResolverAbi, functionName: 'acceptOwnership' }),
  );
  await send(guardian(), accessResolver, pause);
  const second = worker();
  const told = [...(await second.look()), ...(await first.look()), ...(await worker().look())];
  expect(told.map(({ contract, event }) => `${contract} ${event}`)).toEqual([
    'AccessResolver OwnershipTransferStarted',
    'TimelockController CallExecuted',
    'AccessResolver OwnershipTransferred',
    'AccessResolver Paused',
    'AccessResolver PauseEnds',
  ]);
  const { values } = await contractEvents.get();
  expect(values.map(({ labels, value }) => [labels.contract, labels.event, value])).toEqual([
    ['TimelockController', 'CallScheduled', 1],
    ...told.map(({ contract, event }) => [contract, event, 1]),
  ]);
  expect(await metrics.getSingleMetricAsString('labroom_contract_event_timestamp_seconds')).toMatch(
    /\{contract="AccessResolver",event="Paused"\} \d{10}/,
  );
});

test('what happens while no worker runs is told after the next start, and of two workers one tells it', async () => {
  expect(await worker().look()).toEqual([]);
  await send(guardian(), manifest.contracts.didRegistry ?? '0x', pause);
  // Both read the position before one of them moves it.
  const bothAsk = Promise.withResolvers<void>();
  let asking = 0;
  const history = Object.assign(Object.create(client.history), {
    request: async (request: never) => {
      asking += 1;
      if (asking === 2) bothAsk.resolve();
      await bothAsk.promise;
      return client.history.request(request);
    },
  });
  const one = () => worker('local', { ...client, history }).look();
  const both = await Promise.all([one(), one()]);
  expect(both.flat().map(({ contract, event }) => `${contract} ${event}`)).toEqual([
    'DidRegistry Paused',
    'DidRegistry PauseEnds',
  ]);
  expect(await worker().look()).toEqual([]);
});

test('a process that dies between the line and the commit tells it again', async () => {
  expect(await worker().look()).toEqual([]);
  await send(guardian(), manifest.contracts.tokenizerPolicy ?? '0x', pause);
  await db.execute(
    sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no commit'; end $$`,
  );
  await db.execute(sql`create constraint trigger refuse after update on log_readers deferrable initially deferred
    for each row execute function refuse()`);
  await expect(worker().look()).rejects.toThrow();
  await db.execute(sql`drop trigger refuse on log_readers`);
  expect((await worker().look()).map(({ event }) => event)).toEqual(['Paused', 'PauseEnds']);
});

test('outside of a developer’s machine only what is 32 blocks deep is told', async () => {
  const { safe, timelock } = administration();
  await node().mine({ blocks: 40 });
  const watching = worker('staging');
  expect(await watching.look()).toEqual([]);
  const cancelled = encodeFunctionData({
    abi: timelockAbi,
    functionName: 'schedule',
    args: [timelock, 0n, '0x', zeroHash, `0x${'01'.repeat(32)}`, 172_800n],
  });
  await send(safe, timelock, cancelled);
  await node().mine({ blocks: 31 });
  expect(await watching.look()).toEqual([]);
  await node().mine({ blocks: 1 });
  expect((await watching.look()).map(({ event }) => event)).toEqual(['CallScheduled']);
});

test('a node that refuses many blocks is asked for fewer, and without new blocks for one number alone', async () => {
  await worker().look();
  const { safe, timelock } = administration();
  await node().mine({ blocks: 500 });
  const data = encodeFunctionData({
    abi: timelockAbi,
    functionName: 'schedule',
    args: [timelock, 0n, '0x', zeroHash, `0x${'02'.repeat(32)}`, 172_800n],
  });
  await send(safe, timelock, data);
  const asked: string[] = [];
  const history = Object.assign(Object.create(client.history), {
    getBlockNumber: (options: object) => {
      asked.push('eth_blockNumber');
      return client.history.getBlockNumber(options);
    },
    request: (request: { method: string; params: [{ fromBlock: Hex; toBlock: Hex }] }) => {
      asked.push(request.method);
      const [{ fromBlock, toBlock }] = request.params;
      if (Number(toBlock) - Number(fromBlock) >= 100)
        throw new InvalidParamsRpcError(new Error('block range is too large'));
      return client.history.request(request as never);
    },
  });
  const watching = worker('local', { ...client, history });
  expect((await watching.look()).map(({ event }) => event)).toEqual(['CallScheduled']);
  expect(asked.length).toBeLessThan(40);
  asked.splice(0);
  expect(await watching.look()).toEqual([]);
  expect(asked).toEqual(['eth_blockNumber']);
});
