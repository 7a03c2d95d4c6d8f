import { inspect } from 'node:util';
import { startListener } from '@labroom/testing/listener.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { createPublicClient, encodeFunctionData, http, parseAbi, zeroAddress } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readRole } from './access-resolver.ts';
import {
  counting,
  deployCode,
  gasMeter,
  invalid,
  looping,
  returning,
  returningZeros,
  reverting,
  revertingWithItself,
} from './bytecode.fixture.ts';
import { callUntrustedContract } from './call-untrusted-contract.ts';
import type { ChainClient } from './chain-client.ts';
import { createChainClient, verifyChainId } from './create-chain-client.ts';
import { type FaultyNode, hangUp, httpAnswer, rpcError, startFaultyNode } from './faulty-node.fixture.ts';
import { verifySignature } from './signatures.ts';
import { simulate } from './simulate.ts';

let node: FaultyNode;
let chain: ChainClient;
let wallet: TestWallet;
let listener: Awaited<ReturnType<typeof startListener>>;
beforeAll(async () => {
  node = await startFaultyNode(requireStack('rpcUrl'));
  chain = createChainClient({ rpcUrl: node.rpcUrl, chainId: 31337 });
  wallet = await fundedWallet();
  listener = await startListener();
});
afterEach(() => node.fail(null));
afterAll(async () => {
  await listener.stop();
  await node.stop();
});

describe('an untrusted contract', () => {
  const answerOf = async (code: `0x${string}`) => {
    const to = await deployCode(chain, wallet, code);
    return callUntrustedContract(chain, { to, data: '0x12345678', scope: {} });
  };

  test('returns its answer', async () => {
    expect(await answerOf(returning('0xabcd'))).toEqual({ kind: 'returned', data: '0xabcd' });
    expect(await answerOf('0x00')).toEqual({ kind: 'returned', data: '0x' });
  });

  test.each([
    ['reverts', reverting('0xabcd'), 'REVERTED'],
    ['has an invalid opcode', invalid, 'OUT_OF_GAS'],
    ['pops an empty stack', '0x50', 'OUT_OF_GAS'],
    ['jumps to nowhere', '0x602a56', 'OUT_OF_GAS'],
    ['never ends', looping, 'OUT_OF_GAS'],
    ['returns 10 MB', returningZeros(10_000_000), 'OUT_OF_GAS'],
    ['returns more than 16 KiB', returningZeros(16_385), 'TOO_LARGE'],
    ['returns 300 kB', returningZeros(300_000), 'TOO_LARGE'],
    ['reverts with 300 kB', '0x620493e05ffd', 'TOO_LARGE'],
  ] as const)('that %s counts as failed', async (_, code, failure) => {
    expect(await answerOf(code)).toEqual({ kind: 'failed', failure });
  });

  test('may return up to 16 KiB', async () => {
    expect(await answerOf(returningZeros(16_384))).toEqual({
      kind: 'returned',
      data: `0x${'00'.repeat(16_384)}`,
    });
  });

  test('gets 300,000 gas, and 3,000,000 only after those ran out', async () => {
    const meter = await answerOf(gasMeter);
    const gas = meter.kind === 'returned' ? BigInt(meter.data) : null;
    expect(gas).toBeGreaterThan(290_000n);
    expect(gas).toBeLessThanOrEqual(300_000n);
    const to = await deployCode(chain, wallet, counting);
    const before = node.asked.filter((method) => method === 'eth_call').length;
    expect(await callUntrustedContract(chain, { to, data: '0x', scope: {} })).toMatchObject({
      kind: 'returned',
    });
    expect(node.asked.filter((method) => method === 'eth_call')).toHaveLength(before + 2);
  });

  test('that used up 3,000,000 gas is not called again for that account, and still for others', async () => {
    const to = await deployCode(chain, wallet, looping);
    const asks = async (lab: string) => {
      const before = node.asked.filter((method) => method === 'eth_call').length;
      const answer = await callUntrustedContract(chain, { to, data: '0x', scope: { lab } });
      expect(answer).toEqual({ kind: 'failed', failure: 'OUT_OF_GAS' });
      return node.asked.filter((method) => method === 'eth_call').length - before;
    };
    expect([await asks('a'), await asks('a'), await asks('a'), await asks('b')]).toEqual([2, 0, 0, 2]);
  });

  test('gets 3,000,000 gas only a few times per account', async () => {
    const scope = { wallet: wallet.address };
    const outcomes: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const to = await deployCode(chain, wallet, looping);
      await callUntrustedContract(chain, { to, data: '0x', scope }).then(
        ({ kind }) => outcomes.push(kind),
        ({ code, reason }) => outcomes.push(`${code} ${reason}`),
      );
    }
    expect(outcomes).toEqual([...Array(4).fill('failed'), 'RATE_LIMITED CONTRACT_OUT_OF_GAS']);
  });

  test('cannot make the service fetch a URL (ERC-3668)', async () => {
    const lookup = encodeFunctionData({
      abi: parseAbi(['function OffchainLookup(address, string[], bytes, bytes4, bytes)']),
      args: [zeroAddress, [`${listener.url}/{sender}/{data}`], '0x', '0x12345678', '0x'],
    });
    const to = await deployCode(chain, wallet, revertingWithItself(lookup));
    const careless = createPublicClient({ transport: http(node.rpcUrl) });
    await careless.call({ to, data: '0x12345678' }).catch(() => undefined);
    const control = listener.visits.length;
    expect(control).toBeGreaterThan(0);

    expect(await callUntrustedContract(chain, { to, data: '0x12345678', scope: {} })).toMatchObject({
      kind: 'failed',
    });
    await chain.node.call({ to, data: '0x12345678' }).catch(() => undefined);
    expect(await verifySignature(chain, { address: to, message: 'x', signature: '0x1234' }, {})).toBe(false);
    expect(listener.visits).toHaveLength(control);
  });
});

describe('a node that fails', () => {
  const isUnavailable = { code: 'UPSTREAM_UNAVAILABLE', reason: 'CHAIN_UNAVAILABLE', retryable: true };
  const oclId = `0x0101${'0'.repeat(19)}1${'ab'.repeat(20)}`;
  const everybody = () => [
    callUntrustedContract(chain, { to: wallet.address, data: '0x12345678', scope: {} }),
    readRole(chain, { oclId, wallet: wallet.address }),
    verifySignature(chain, { address: wallet.address, message: 'x', signature: '0x1234' }, {}),
    verifyChainId(chain),
  ];
  const expectAllUnavailable = async () => {
    for (const outcome of await Promise.allSettled(everybody())) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: isUnavailable });
    }
  };

  test.each([
    ['hangs up', hangUp],
    ['answers 500', httpAnswer(500, {}, 'oops')],
    ['answers 401', httpAnswer(401, { 'Content-Type': 'application/json' }, '{"error":"no such key"}')],
    ['answers with a page', httpAnswer(200, { 'Content-Type': 'text/html' }, '<html>')],
    ['sends half an answer', httpAnswer(200, { 'Content-Type': 'application/json' }, '{"jsonrpc":"2.0",')],
    ['is too busy', rpcError(-32005, 'rate limit exceeded')],
    ['has an internal error', rpcError(-32603, 'Internal error')],
    ['is behind', rpcError(-32000, 'header not found')],
    ['aborts a call', rpcError(-32000, 'execution aborted (timeout = 5s)')],
    ['does not know the method', rpcError(-32601, 'the method does not exist')],
  ])('because it %s never counts as an answer of the contract', async (_, fault) => {
    node.fail(fault);
    await expectAllUnavailable();
  });

  test('with a redirect is not followed', async () => {
    const before = listener.visits.length;
    for (const status of [301, 302, 307, 308]) {
      node.fail(httpAnswer(status, { Location: listener.url }));
      await expectAllUnavailable();
    }
    expect(listener.visits).toHaveLength(before);
  });

  test('is retried once, immediately, whatever its Retry-After', async () => {
    let failures = 0;
    node.fail((...request) => failures++ === 0 && httpAnswer(429, { 'Retry-After': '3600' })(...request));
    await verifyChainId(chain);
    expect(failures).toBe(2);
  });

  test.each([
    ['geth', 3, 'execution reverted: nope'],
    ['geth without gas', -32000, 'out of gas'],
    ['geth at an unknown opcode', -32000, 'invalid opcode: INVALID'],
    ['anvil without gas', -32603, 'EVM error OutOfGas'],
    ['nethermind', -32015, 'VM execution error.'],
  ])('is told apart from a contract that fails, with the message of %s', async (_, code, message) => {
    node.fail(
      (request, ...rest) => request.method === 'eth_call' && rpcError(code, message, '0x')(request, ...rest),
    );
    const answer = simulate(chain, { data: '0x00', scope: { contract: message } });
    expect(await answer).toEqual({ kind: 'failed', failure: 'OUT_OF_GAS' });
  });

  test('keeps its URL, which may hold a key, out of the error', async () => {
    const secret = createChainClient({ rpcUrl: `${node.rpcUrl}/v2/secret-key`, chainId: 31337 });
    node.fail(httpAnswer(500));
    const error = await readRole(secret, { oclId, wallet: wallet.address }).catch((thrown: Error) => thrown);
    expect(error).toMatchObject(isUnavailable);
    expect(inspect(error, { depth: 10 })).not.toContain('secret-key');
  });
});

test('a node of another chain is rejected', async () => {
  await expect(verifyChainId(createChainClient({ rpcUrl: node.rpcUrl, chainId: 8453 }))).rejects.toThrow(
    'The node serves chain 31337, but this environment uses chain 8453.',
  );
});

test('an address without the contract is a failure, not a "no"', async () => {
  const contracts = { ...chain.contracts, accessResolver: wallet.address };
  const misplaced = createChainClient({ rpcUrl: node.rpcUrl, chainId: 31337, contracts });
  const oclId = `0x0101${'0'.repeat(19)}1${'ab'.repeat(20)}`;
  await expect(readRole(misplaced, { oclId, wallet: wallet.address })).rejects.toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
  });
});
