import { networks } from '@labroom/contracts/networks';
import { isQuick } from '@labroom/testing/depth.ts';
import { contractFailures, nodeFailures, startFailingNode } from '@labroom/testing/failing-node.ts';
import { createPublicClient, encodeAbiParameters, http, parseAbi, stringToHex } from 'viem';
import { afterEach, describe, expect, test } from 'vitest';
import { readAttachableToken } from './attachable-token.ts';
import { readControl } from './controller.ts';
import { findTokenizedLab } from './find-tokenized-lab.ts';
import { readTokenRight, selectors } from './read-token-right.ts';
import { readSafe } from './safe.ts';
import { unlessRefused } from './unless-refused.ts';

/** At the quick depth every second: a refusal as an answer, an overload, and an answer that is no JSON. */
const failures = Object.entries(nodeFailures).filter((_, at) => !isQuick || at % 2 === 1);

type Failure = (typeof nodeFailures)[keyof typeof nodeFailures];

const word = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value]);
const [token, stranger] = [`0x${'1'.repeat(40)}`, `0x${'b'.repeat(40)}`] as const;
const contracts = { labNft: `0x${'2'.repeat(40)}`, tokenizer: `0x${'3'.repeat(40)}` } as const;
const lab = { token, labId: '1', account: `0x${'4'.repeat(40)}` } as const;

const nodes: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close();
});

/** A node that gives these answers by calldata or its selector, and fails at every other call. */
async function nodeWith(answers: Readonly<Record<string, string>>, fail: Failure): Promise<string> {
  const node = await startFailingNode(({ method, params }, response) => {
    const data = params?.[0]?.data ?? '';
    const known = method === 'eth_call' ? (answers[data] ?? answers[data.slice(0, 10)]) : answers[method];
    return known ?? fail(response);
  });
  nodes.push(node);
  return node.url;
}
const clientOf = (url: string) => createPublicClient({ transport: http(url, { retryCount: 0 }) });

const holderOnly = { [selectors.ownerOf]: word(9n) };

describe('whether a lab owns its attached token', () => {
  test('is what the node says', async () => {
    const answers = {
      ...holderOnly,
      [selectors.owner]: word(BigInt(stranger)),
      [selectors.attachedTo]: word(7n),
      [selectors.rightOf]: word(3n),
      [selectors.rightOf + word(7n).slice(2)]: word(4n),
      [selectors.tokenized]: word(BigInt(token)),
      [selectors.decimalsHaveChanged]: word(1n),
    };
    const url = await nodeWith(answers, nodeFailures['a cut connection']);
    expect(await readTokenRight(url, contracts, lab)).toEqual({
      owner: stranger,
      ownerIs: 'other',
      right: 'proved earlier',
      provedLab: '7',
      decimalsHaveChanged: true,
    });
  });

  test('names no other lab that proved a right and has lost it', async () => {
    const answers = {
      ...holderOnly,
      [selectors.owner]: word(BigInt(stranger)),
      [selectors.attachedTo]: word(7n),
      [selectors.rightOf]: word(3n),
      [selectors.tokenized]: word(0n),
    };
    const url = await nodeWith(answers, nodeFailures['a cut connection']);
    expect(await readTokenRight(url, contracts, lab)).toMatchObject({
      provedLab: null,
      decimalsHaveChanged: false,
    });
  });

  test.each(failures)('is not known after %s', async (_, fail) => {
    await expect(readTokenRight(await nodeWith(holderOnly, fail), contracts, lab)).rejects.toThrow();
    const withOwner = { ...holderOnly, [selectors.owner]: word(BigInt(stranger)) };
    await expect(readTokenRight(await nodeWith(withOwner, fail), contracts, lab)).rejects.toThrow();
  });

  test.each(Object.entries(contractFailures))('is that it names no owner after %s', async (_, fail) => {
    const none = {
      owner: null,
      ownerIs: 'other',
      right: 'unknown',
      provedLab: null,
      decimalsHaveChanged: false,
    };
    expect(await readTokenRight(await nodeWith(holderOnly, fail), contracts, lab)).toEqual(none);
  });
});

describe('a call that a contract may refuse', () => {
  const abi = parseAbi(['function flag() view returns (string)']);
  const read = async (answers: Readonly<Record<string, string>>, fail: Failure) =>
    unlessRefused(
      clientOf(await nodeWith(answers, fail)).readContract({ address: token, abi, functionName: 'flag' }),
    );

  test.each(failures)('is not taken for a refusal after %s', async (_, fail) => {
    await expect(read({}, fail)).rejects.toThrow();
  });

  test.each(Object.entries(contractFailures))('has no result after %s', async (_, fail) => {
    expect(await read({}, fail)).toBeNull();
  });

  test('has no result if the contract answers something else', async () => {
    expect(await read({ '0x890eba68': word(5n) }, nodeFailures['a cut connection'])).toBeNull();
  });
});

describe.each(failures)('after %s', (_, fail) => {
  test('no address is said to be no Safe, no token and no lab', async () => {
    const client = clientOf(await nodeWith({ eth_getCode: stringToHex('code') }, fail));
    await expect(readSafe(client, stranger, 31337)).rejects.toThrow();
    await expect(readAttachableToken(client, token)).rejects.toThrow();
    const api = () => Promise.reject(new Error('not asked'));
    for (const typed of [token, '#7'])
      await expect(findTokenizedLab({ client, network: networks[31337], api }, typed)).rejects.toThrow();
  });

  test('no wallet is said to have nothing to do with a lab', async () => {
    const held = { eth_getCode: stringToHex('code'), [selectors.ownerOf]: word(BigInt(token)) };
    const client = clientOf(await nodeWith(held, fail));
    await expect(readControl(client, networks[31337], 1n, stranger)).rejects.toThrow();
  });
});
