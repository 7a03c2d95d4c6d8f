import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPublicClient, type Hex, http, parseEther } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { hardhat } from 'viem/chains';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LocalChain, startLocalChain } from './start-local-chain.ts';

const account = (addressIndex: number) =>
  mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex });
const receiver = '0x00000000000000000000000000000000000000aa';
/** A contract that returns `block.timestamp`, and the code that deploys it. */
const clockDeployment = '0x66425f5260205ff35f5260076019f3';

describe('the local chain', () => {
  let dataDir: string;
  let journalFile: string;
  const started: LocalChain[] = [];

  async function start(port = 0): Promise<LocalChain> {
    const chain = await startLocalChain({ dataDir, port, testMethods: true });
    started.push(chain);
    return chain;
  }
  const client = ({ rpcUrl }: LocalChain) =>
    createPublicClient({ chain: hardhat, transport: http(rpcUrl, { retryCount: 0 }) });
  async function kill(chain: LocalChain): Promise<void> {
    process.kill(chain.pid, 'SIGKILL');
    await chain.gone;
  }
  function transfer(sender: number, nonce: number): Promise<Hex> {
    return account(sender).signTransaction({
      ...{ chainId: 31337, nonce, to: receiver, value: 1n, gas: 21_000n, type: 'eip1559' as const },
      ...{ maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1n },
    });
  }
  async function deployClock(chain: LocalChain): Promise<Hex> {
    const serializedTransaction = await account(1).signTransaction({
      ...{ chainId: 31337, nonce: 0, data: clockDeployment, gas: 200_000n, type: 'eip1559' as const },
      ...{ maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1n },
    });
    const hash = await client(chain).sendRawTransaction({ serializedTransaction });
    const { contractAddress } = await client(chain).getTransactionReceipt({ hash });
    if (!contractAddress) throw new Error('the clock was not deployed');
    return contractAddress;
  }
  const wallClock = () => BigInt(Math.floor(Date.now() / 1000));

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'labroom-chain-test-'));
    journalFile = path.join(dataDir, 'chain', 'journal.jsonl');
  });
  afterEach(async () => {
    for (const chain of started.splice(0)) await chain.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('has the same block hashes, receipts, balances and code after kill -9', async () => {
    const first = await start();
    const address = await deployClock(first);
    const hash = await client(first).sendRawTransaction({ serializedTransaction: await transfer(0, 0) });
    const refused = client(first).sendRawTransaction({ serializedTransaction: await transfer(0, 0) });
    await expect(refused).rejects.toThrow(/nonce/i);
    async function state(chain: LocalChain) {
      const receipt = await client(chain).getTransactionReceipt({ hash });
      const blocks = [0n, 1n, 2n].map((blockNumber) => client(chain).getBlock({ blockNumber }));
      const hashes = (await Promise.all(blocks)).map((block) => block.hash);
      const balance = await client(chain).getBalance({ address: receiver });
      return { receipt, hashes, balance, code: await client(chain).getCode({ address }) };
    }
    const before = await state(first);
    await kill(first);

    const second = await start();
    expect(await state(second)).toEqual(before);
    await client(second).sendRawTransaction({ serializedTransaction: await transfer(0, 1) });
    expect(await client(second).getBalance({ address: receiver })).toBe(2n);
  });

  test('keeps every acknowledged transaction of concurrent senders after kill -9', async () => {
    const first = await start();
    const transactions = await Promise.all(
      Array.from({ length: 100 }, (_, index) => transfer(index % 5, Math.floor(index / 5))),
    );
    const acknowledged: Hex[] = [];
    const enough = Promise.withResolvers<void>();
    const sending = transactions.map(async (serializedTransaction) => {
      acknowledged.push(await client(first).sendRawTransaction({ serializedTransaction }));
      if (acknowledged.length === 30) enough.resolve();
    });
    const settled = Promise.allSettled(sending);
    await enough.promise;
    await kill(first);
    await settled;

    const second = await start();
    for (const hash of acknowledged) {
      expect((await client(second).getTransactionReceipt({ hash })).status).toBe('success');
    }
  });

  test('mines transactions whose nonces arrive out of order', async () => {
    const chain = await start();
    const late = await client(chain).sendRawTransaction({ serializedTransaction: await transfer(0, 1) });
    expect(await client(chain).getBlockNumber()).toBe(0n);
    await client(chain).sendRawTransaction({ serializedTransaction: await transfer(0, 0) });
    expect((await client(chain).getTransactionReceipt({ hash: late })).status).toBe('success');
  });

  test('runs calls at the current second without making a block, also after an hour', async () => {
    const anHourAgo = Number(wallClock()) - 3600;
    await mkdir(path.dirname(journalFile), { recursive: true });
    const header = { format: 'labroom-local-chain', version: 1, chainId: 31337, hardfork: 'osaka' };
    await writeFile(journalFile, `${JSON.stringify({ ...header, genesisTime: anHourAgo })}\n`);
    const chain = await start();
    const began = wallClock();
    while (wallClock() <= began + 1n) {
      const before = wallClock();
      const { data = '0x' } = await client(chain).call({ data: '0x425f5260205ff3' });
      expect(BigInt(data)).toBeGreaterThanOrEqual(before);
      expect(BigInt(data)).toBeLessThanOrEqual(wallClock());
    }
    expect(await client(chain).getBlock()).toMatchObject({ number: 0n, timestamp: BigInt(anHourAgo) });

    const before = wallClock();
    const address = await deployClock(chain);
    const { timestamp } = await client(chain).getBlock();
    expect(timestamp).toBeGreaterThanOrEqual(before);
    expect(timestamp).toBeLessThanOrEqual(wallClock());
    const { data = '0x' } = await client(chain).call({ to: address });
    expect(BigInt(data)).toBeGreaterThanOrEqual(timestamp);
  });

  test('keeps skipped time after a restart', async () => {
    const first = await start();
    const before = wallClock();
    await client(first).request({ method: 'evm_increaseTime' as never, params: [86_400] as never });
    await kill(first);
    const { data = '0x' } = await client(await start()).call({ data: '0x425f5260205ff3' });
    expect(BigInt(data)).toBeGreaterThanOrEqual(before + 86_400n);
  });

  test('begins in the past if asked, and its clock moves forward up to the wall clock and no further', async () => {
    const day = 86_400;
    const begin = async () => {
      const chain = await startLocalChain({ dataDir, port: 0, secondsBehind: 30 * day });
      started.push(chain);
      return chain;
    };
    const timeOf = async (chain: LocalChain, nonce: number) => {
      await client(chain).sendRawTransaction({ serializedTransaction: await transfer(0, nonce) });
      return Number((await client(chain).getBlock()).timestamp);
    };
    const first = await begin();
    const now = Number(wallClock());
    expect(await timeOf(first, 0)).toBeLessThan(now - 29 * day);
    await first.advanceTo(now - 10 * day);
    const tenDaysAgo = await timeOf(first, 1);
    expect(tenDaysAgo).toBeGreaterThanOrEqual(now - 10 * day);
    expect(tenDaysAgo).toBeLessThan(now - 9 * day);
    await first.advanceTo(now - 20 * day);
    expect(await timeOf(first, 2)).toBeGreaterThanOrEqual(tenDaysAgo);
    await kill(first);

    const second = await begin();
    expect(await timeOf(second, 3)).toBeLessThan(now - 9 * day);
    await second.advanceTo(now + 5 * day);
    const caughtUp = await timeOf(second, 4);
    expect(caughtUp).toBeGreaterThanOrEqual(now);
    expect(caughtUp).toBeLessThanOrEqual(Number(wallClock()));
    await second.advanceTo(now + 5 * day);
    expect(await timeOf(second, 5)).toBeLessThanOrEqual(Number(wallClock()));
  });

  test('funds the well-known accounts and the sender of the CREATE2 deployer', async () => {
    const chain = await start();
    for (const index of [0, 19]) {
      const { address } = account(index);
      expect(await client(chain).getBalance({ address })).toBe(parseEther('10000'));
    }
    const sender = '0x3fab184622dc19b6109349b94811493bf5a45362';
    expect(await client(chain).getBalance({ address: sender })).toBe(parseEther('1'));
  });

  test('drops an incomplete last record, and rejects a journal that is damaged elsewhere', async () => {
    const first = await start();
    await client(first).sendRawTransaction({ serializedTransaction: await transfer(0, 0) });
    await client(first).sendRawTransaction({ serializedTransaction: await transfer(0, 1) });
    await kill(first);
    await appendFile(journalFile, '{"parent":"0x12');
    const second = await start();
    expect(await client(second).getBlockNumber()).toBe(2n);
    await second.stop();

    const journal = await readFile(journalFile, 'utf8');
    await writeFile(journalFile, journal.replace('"transactions"', '"transact'));
    await expect(start()).rejects.toThrow(/journal .* is damaged at line 2/);

    const otherTransaction = JSON.stringify([await transfer(3, 0)]);
    await writeFile(journalFile, journal.replace(/\[.*?\]/, otherTransaction));
    await expect(start()).rejects.toThrow(/does not lead to the blocks it names at line 3/);
  });

  test('reports a port or folder that is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(start(port)).rejects.toThrow(`cannot listen on 127.0.0.1:${port}`);
    await new Promise((resolve) => other.close(resolve));
    await start();
    await expect(start()).rejects.toThrow(/Another local chain already runs/);
  });

  test('serves pages of this machine only, and has no methods that bypass the journal', async () => {
    const { rpcUrl } = await start();
    async function post(body: unknown, headers: Record<string, string> = {}) {
      return fetch(rpcUrl, { method: 'POST', headers, body: JSON.stringify(body) });
    }
    const batch = await post([
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
      { jsonrpc: '2.0', id: 2, method: 'evm_snapshot' },
      { jsonrpc: '2.0', id: 3, method: 'hardhat_setBalance', params: [receiver, '0x1'] },
      { jsonrpc: '2.0', id: 4, method: 'eth_sendTransaction', params: [{}] },
    ]);
    expect(await batch.json()).toMatchObject([
      { id: 1, result: '0x7a69' },
      ...[2, 3, 4].map((id) => ({ id, error: { code: -32601 } })),
    ]);
    const local = await post({ id: 1, method: 'eth_chainId' }, { origin: 'http://localhost:3000' });
    expect(local.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
    expect((await post({ id: 1, method: 'eth_chainId' }, { origin: 'https://labs.example' })).status).toBe(
      403,
    );
    expect((await post({ padding: 'x'.repeat(6_000_000) })).status).toBe(413);
  });
});
