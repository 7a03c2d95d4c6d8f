import { newWallet } from '@labroom/testing/actors.ts';
import { startListener } from '@labroom/testing/listener.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { createTestNames, type NameRecords, type TestNames } from '@labroom/testing/test-names.ts';
import { chainOf, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { createWalletClient, encodeErrorResult, http, parseAbi } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deployCode, looping, returningZeros } from './bytecode.fixture.ts';
import type { ChainClient } from './chain-client.ts';
import { createChainClient } from './create-chain-client.ts';
import { type FaultyNode, hangUp, startFaultyNode } from './faulty-node.fixture.ts';
import type { NameSource } from './name-source.ts';
import { createNameSources, normalName, readAddressOf, readNameOf } from './names.ts';

let node: FaultyNode;
let chain: ChainClient;
let names: TestNames;
let wallet: TestWallet;
let listener: Awaited<ReturnType<typeof startListener>>;
beforeAll(async () => {
  node = await startFaultyNode(requireStack('rpcUrl'));
  chain = createChainClient({ rpcUrl: node.rpcUrl, chainId: 31337 });
  wallet = await fundedWallet();
  names = await createTestNames(chainOf(wallet));
  listener = await startListener();
});
beforeEach(() => node.fail(null));
afterAll(async () => {
  await listener.stop();
  await node.stop();
});

const config = () => ({
  node: null,
  registry: names.registry,
  reverseRegistrar: null,
  reverseParent: '80007a69.reverse',
  suffix: '',
});
const sourceOf = (change: Partial<Parameters<typeof createNameSources>[0][number]> = {}): NameSource[] =>
  createNameSources([{ ...config(), ...change }], chain);
const nameOf = (address: `0x${string}`, sources = sourceOf()) =>
  readNameOf(sources, address, { wallet: address });
const { address: ada } = newWallet();
const { address: bob } = newWallet();

describe('a name', () => {
  test('counts if it leads from the wallet to the name and back', async () => {
    await names.publish({ claimed: { [ada]: 'ada.eth' }, addresses: { 'ada.eth': ada } });
    expect(await nameOf(ada)).toBe('ada.eth');
    expect(await nameOf(bob)).toBeNull();
  });

  test.each<[string, NameRecords]>([
    [
      'is claimed by a wallet to which it does not lead',
      { claimed: { [ada]: 'bob.eth' }, addresses: { 'bob.eth': bob } },
    ],
    ['is claimed and leads nowhere', { claimed: { [ada]: 'ada.eth' } }],
    ['leads to a wallet that does not claim it', { addresses: { 'ada.eth': ada } }],
    ['has one label', { claimed: { [ada]: 'ada' }, addresses: { ada } }],
    ['is empty', { claimed: { [ada]: '' }, addresses: { '': ada } }],
  ])('does not count if it %s', async (_, records) => {
    await names.publish(records);
    expect(await nameOf(ada)).toBeNull();
  });

  test.each([
    ['capitals', 'Ada.eth'],
    ['an invisible character', 'a\u200bda.eth'],
    ['letters of full width', 'ａda.eth'],
    ['Cyrillic among Latin letters', 'аda.eth'],
    ['an underscore inside', 'a_da.eth'],
    ['a letter and a mark apart', 'e\u0301va.eth'],
  ])('does not count if it has %s, as it differs after normalization', async (_, name) => {
    await names.publish({ claimed: { [ada]: name }, addresses: { [name]: ada } });
    expect(await nameOf(ada)).toBeNull();
  });

  test('counts in the namespace of its source only', async () => {
    await names.publish({
      claimed: { [ada]: 'ada.eth', [bob]: 'bob.base.eth' },
      addresses: { 'ada.eth': ada, 'bob.base.eth': bob },
    });
    const sources = sourceOf({ suffix: '.base.eth' });
    expect(await nameOf(ada, sources)).toBeNull();
    expect(await nameOf(bob, sources)).toBe('bob.base.eth');
    expect(await readAddressOf(sources, 'ada.eth', {})).toBeNull();
  });

  test('comes from the registrar first, then from the registry, then from the next source', async () => {
    await names.publish({
      registered: { [ada]: 'new.eth', [bob]: 'lost.eth' },
      claimed: { [ada]: 'old.eth', [bob]: 'old-bob.eth' },
      addresses: { 'new.eth': ada, 'old.eth': ada, 'old-bob.eth': bob },
    });
    const sources = sourceOf({ reverseRegistrar: names.registry });
    expect(await nameOf(ada, sources)).toBe('new.eth');
    expect(await nameOf(bob, sources)).toBe('old-bob.eth');
    const empty = sourceOf({ registry: newWallet().address });
    expect(await nameOf(ada, [...empty, ...sourceOf()])).toBe('old.eth');
  });
});

describe('a name on another chain', () => {
  const elsewhere = () => sourceOf({ node: { rpcUrl: node.rpcUrl, chainId: 31337, title: 'Elsewhere' } });

  const named = async (address: `0x${string}`) => {
    await names.publish({ claimed: { [address]: 'ada.eth' }, addresses: { 'ada.eth': address } });
    expect(await nameOf(address)).toBe('ada.eth');
    return nameOf(address, elsewhere());
  };

  test('counts for a key, also with a delegation', async () => {
    const { address } = await fundedWallet();
    expect(await named(address)).toBe('ada.eth');
    const delegating = await fundedWallet();
    const own = createWalletClient({ account: delegating, transport: http(requireStack('rpcUrl')) });
    const authorization = await own.signAuthorization({
      contractAddress: names.registry,
      chainId: 31337,
      executor: 'self',
    });
    const hash = await own.sendTransaction({
      chain: null,
      to: delegating.address,
      authorizationList: [authorization],
    });
    await chain.node.waitForTransactionReceipt({ hash, pollingInterval: 20 });
    expect(await chain.node.getCode({ address: delegating.address })).toMatch(/^0xef0100/);
    expect(await named(delegating.address)).toBe('ada.eth');
  });

  test('does not count for a contract, which others may own here', async () => {
    expect(await named(await deployCode(chain, wallet, '0x00'))).toBeNull();
  });

  test('is not read from a node of a third chain', async () => {
    const wrong = sourceOf({ node: { rpcUrl: node.rpcUrl, chainId: 1, title: 'Ethereum' } });
    await expect(nameOf(ada, wrong)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  });
});

describe('a hostile resolver', () => {
  test('makes the service request no URL (CCIP read)', async () => {
    const offchain = encodeErrorResult({
      abi: parseAbi([
        'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
      ]),
      args: [names.registry, [`${listener.url}/{sender}/{data}`], '0x12', '0x12345678', '0x'],
    });
    await names.publish({ claimed: { [ada]: 'ada.eth' }, reverting: { 'ada.eth': offchain } });
    expect(await nameOf(ada)).toBeNull();
    expect(await readAddressOf(sourceOf(), 'ada.eth', {})).toBeNull();
    expect(listener.visits).toEqual([]);
  });

  test.each([
    ['never ends', looping],
    ['answers with a megabyte', returningZeros(1_000_000)],
    ['answers with nothing', returningZeros(0)],
    ['answers with zeros', returningZeros(32)],
  ])('that %s gives no name', async (_, code) => {
    await names.replaceCode(code);
    expect(await nameOf(newWallet().address)).toBeNull();
  });
});

test('a node that fails is no answer', async () => {
  node.fail(hangUp);
  await expect(nameOf(ada)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
});

test('typed names are normalized; what is no name is not one', () => {
  expect(normalName('ADA.eth')).toBe('ada.eth');
  for (const text of ['', 'ada', '.eth', 'ada.', 'a b.eth', 'ada..eth', `${'a'.repeat(300)}.eth`, ada])
    expect(normalName(text)).toBeNull();
});
