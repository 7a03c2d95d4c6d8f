import { accessResolverAbi } from '@labroom/contracts/abi';
import { localAccount } from '@labroom/contracts/local-accounts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { type MintedLab, mintLab, transferLab } from '@labroom/testing/test-lab.ts';
import { fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import {
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  pad,
  size,
  slice,
  toFunctionSelector,
} from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readRole } from './access-resolver.ts';
import { readBounded } from './bounded-reads.ts';
import { deployHostileHolder } from './bytecode.fixture.ts';
import type { ChainClient } from './chain-client.ts';
import { createChainClient } from './create-chain-client.ts';
import { type FaultyNode, httpAnswer, rpcError, startFaultyNode } from './faulty-node.fixture.ts';

const outsider = localAccount('outsider').address;

let node: FaultyNode;
let chain: ChainClient;
let owner: TestWallet;
let lab: MintedLab;
beforeAll(async () => {
  node = await startFaultyNode(requireStack('rpcUrl'));
  chain = createChainClient({ rpcUrl: node.rpcUrl, chainId: 31337 });
  owner = await fundedWallet();
  lab = await mintLab(owner);
});
afterEach(() => node.fail(null));
afterAll(() => node.stop());

interface Answer {
  success: boolean;
  gasUsed: bigint;
  size: bigint;
  data: Hex;
}
const answer = (success: boolean, data: Hex, gasUsed = 60_000n): Answer => ({
  success,
  gasUsed,
  size: BigInt(size(data)),
  data,
});
const yes = answer(true, pad('0x1'));
const no = answer(true, pad('0x'));
const reverted = answer(false, '0x12345678');

const role = () => readRole(chain, { oclId: lab.oclId, wallet: owner.address });
const answers = (...given: Answer[]): Hex =>
  encodeAbiParameters(
    [
      { type: 'uint256' },
      { type: 'uint256' },
      {
        type: 'tuple[]',
        components: [
          { name: 'success', type: 'bool' },
          { name: 'gasUsed', type: 'uint256' },
          { name: 'size', type: 'uint256' },
          { name: 'data', type: 'bytes' },
        ],
      },
    ],
    [1n, 1n, given],
  );
/** Makes the node return this result for every request. */
const say = (result: unknown) =>
  node.fail((request, response, incoming) =>
    httpAnswer(
      200,
      { 'Content-Type': 'application/json' },
      JSON.stringify({ jsonrpc: '2.0', id: request.id, result }),
    )(request, response, incoming),
  );

describe('the role of a wallet', () => {
  test('is read in one request', async () => {
    // The first call also requests the chain id.
    await role();
    const before = node.asked.length;
    expect(await role()).toBe('OWNER');
    expect(node.asked.slice(before)).toEqual(['eth_call']);
  });

  test.each([
    ['all of them yes', [yes, yes, yes], 'OWNER'],
    ['no owner', [yes, yes, no], 'CONTRIBUTOR'],
    ['no owner, by a revert', [yes, yes, reverted], 'CONTRIBUTOR'],
    ['no contributor, by a revert', [yes, reverted, no], 'VIEWER'],
    ['nothing', [no, no, no], null],
    ['a forged id, and an owner of the account in it', [reverted, reverted, yes], null],
    ['a forged id, which only the first says', [reverted, yes, yes], null],
  ])('follows from three answers: %s', async (_, given, expected) => {
    say(answers(...given));
    expect(await role()).toBe(expected);
  });

  test.each([
    ['no data', '0x'],
    ['nothing', null],
    ['no hex', 'yes'],
    ['an object', { result: answers(yes, yes, yes) }],
    ['a bare yes', pad('0x1')],
    ['no answers', answers()],
    ['two answers', answers(yes, yes)],
    ['four answers', answers(yes, yes, yes, yes)],
    ['an answer without data', answers(answer(true, '0x'), yes, yes)],
    ['an owner without data', answers(yes, yes, answer(true, '0x'))],
    ['half a yes', answers(yes, yes, answer(true, pad('0x1', { size: 16 })))],
    ['a yes that is two', answers(yes, yes, answer(true, pad('0x2')))],
  ])('is not known where the node answers with %s', async (_, result) => {
    say(result);
    await expect(role()).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      reason: 'CHAIN_UNAVAILABLE',
    });
  });

  test('is not known when the answer is cut off at any byte', async () => {
    const whole = answers(yes, yes, yes);
    for (let length = 1; length < size(whole); length += 31) {
      say(slice(whole, 0, length));
      await expect(role(), `${length} bytes`).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    }
  });

  test('is not known when all calls failed at once', async () => {
    for (const message of ['execution reverted', 'out of gas']) {
      node.fail(rpcError(3, message, '0x'));
      await expect(role()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    }
  });
});

describe('a lab held by a contract whose owners loop forever', () => {
  let hostile: MintedLab;
  let other: MintedLab;
  const hostileRole = () => readRole(chain, { oclId: hostile.oclId, wallet: owner.address });
  const outOfGas = { code: 'RATE_LIMITED', reason: 'CONTRACT_OUT_OF_GAS' };
  beforeAll(async () => {
    hostile = await mintLab(owner);
    other = await mintLab(owner);
    const holder = await deployHostileHolder(chain, owner);
    await transferLab(owner, hostile, holder);
    await transferLab(owner, other, holder);
  });

  test('costs the node two calls, then none for minutes', async () => {
    const before = node.asked.length;
    await expect(hostileRole()).rejects.toMatchObject(outOfGas);
    expect(node.asked.slice(before)).toEqual(['eth_call', 'eth_call']);
    await expect(hostileRole()).rejects.toMatchObject({ ...outOfGas, retryAfterSeconds: expect.any(Number) });
    expect(node.asked).toHaveLength(before + 2);
  });

  test('waits in the queue of untrusted calls, without delaying other labs', async () => {
    const gate = Promise.withResolvers<void>();
    const ofFour = Array.from({ length: 4 }, (_, index) =>
      chain.untrusted.run({ contract: `contract ${index}` }, () => gate.promise),
    );
    const before = node.asked.length;
    const waiting = readRole(chain, { oclId: other.oclId, wallet: owner.address });
    expect(await role()).toBe('OWNER');
    // The call for the role, and the first attempt on the hostile lab. Its second attempt waits in the queue.
    await expect.poll(() => node.asked.length - before).toBe(2);
    await expect(waiting).rejects.toMatchObject({ code: 'RATE_LIMITED', reason: 'UNTRUSTED_CALLS_LIMIT' });
    gate.resolve();
    await Promise.all(ofFour);
  });

  test('delays no other lab: twenty are answered while its question waits at the node', async () => {
    const third = await mintLab(owner);
    await transferLab(owner, third, await deployHostileHolder(chain, owner));
    const twenty: MintedLab[] = [];
    for (let index = 0; index < 20; index += 1) twenty.push(await mintLab(owner));

    const held = Promise.withResolvers<() => void>();
    node.fail((request, response) => {
      if (!isLargeCall(request)) return false;
      held.resolve(() => response.destroy());
      return true;
    });
    let isAnswered = false;
    const hostileAnswer = readRole(chain, { oclId: third.oclId, wallet: owner.address }).catch(
      (error: unknown) => {
        isAnswered = true;
        return error;
      },
    );
    const release = await held.promise;
    const before = node.asked.length;
    const roles = await Promise.all(
      twenty.map(({ oclId }) => readRole(chain, { oclId, wallet: owner.address })),
    );
    expect(roles).toEqual(twenty.map(() => 'OWNER'));
    expect(node.asked.slice(before)).toEqual(twenty.map(() => 'eth_call'));
    expect(isAnswered).toBe(false);
    release();
    expect(await hostileAnswer).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  });

  test('costs one call beside the others: those after it are not run', async () => {
    const data = encodeFunctionData({
      abi: accessResolverAbi,
      functionName: 'hasRole',
      args: [hostile.oclId, outsider, 1],
    });
    const read = { to: chain.contracts.accessResolver, data, gas: 600_000n };
    const [first, ...rest] = await readBounded({ client: chain.node, head: chain.head }, [read, read, read], {
      maxBytes: 64,
    });
    expect(first).toMatchObject({ success: false, isExhausted: true });
    const skipped = { success: false, size: 0, data: '0x', isExhausted: false };
    expect(rest).toEqual([skipped, skipped]);
  });

  test('says so in the contract, below four million gas', async () => {
    const data = encodeFunctionData({
      abi: accessResolverAbi,
      functionName: 'hasRole',
      args: [hostile.oclId, outsider, 1],
    });
    const asked = chain.node.call({ to: chain.contracts.accessResolver, data, gas: 4_000_000n });
    // A node names an error only while it knows the compiled contracts.
    const [name, selector] = ['OwnerSearchOutOfGas()', toFunctionSelector('OwnerSearchOutOfGas()')];
    const message = await asked.then(String, String);
    expect(
      [name, selector].some((one) => message.includes(one)),
      message,
    ).toBe(true);
  });
});

/** Whether a request to the node is a call with the large gas budget. */
function isLargeCall({ params }: { params: unknown[] }): boolean {
  const [call] = params;
  const gas = typeof call === 'object' && call && 'gas' in call ? call.gas : undefined;
  return typeof gas === 'string' && BigInt(gas) > 5_000_000n;
}
