import { localAddresses as contracts } from '@labroom/contracts/local-addresses';
import {
  attached,
  labOf,
  minted,
  person,
  ScriptedChain,
  tokenized,
  tokenOf,
  tokenTransferred,
} from '@labroom/testing/scripted-chain.ts';
import { eventsByAddress, openTestIndex } from '@labroom/testing/test-index.ts';
import { desc } from 'drizzle-orm';
import { pad } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import { labTokens, onchainEvents } from '#platform/db/tables/chain.ts';
import { followedContracts } from '../events/followed-contracts.ts';

const [alice, bob, carol] = [person(0xa11ce), person(0xb0b), person(0xca201)];

describe('the index of tokens', async () => {
  const { index, isCorrect } = await openTestIndex();
  let chain: ScriptedChain;
  beforeEach(async () => {
    await index.clear();
    chain = new ScriptedChain().mine(...minted(1, alice)).mine(...minted(2, bob));
  });

  const eventNames = async () =>
    (await index.db.select().from(onchainEvents).orderBy(onchainEvents.blockNumber, onchainEvents.logIndex))
      .filter(({ contractName }) => contractName === 'ipt')
      .map(({ blockNumber, eventName }) => `${blockNumber} ${eventName}`);

  test('has every event of a token from the block of its creation, even within the same range', async () => {
    chain.mine(...tokenized(1, alice)).mine(tokenTransferred(1, alice, bob, 7n));
    await index.catchUp(chain.mineEmpty(3));
    chain.mine(tokenTransferred(1, bob, carol, 2n ** 255n));
    await index.catchUp(chain);
    expect(await eventNames()).toEqual([
      '3 TokensCreated',
      '3 TermsAccepted',
      '3 Transfer',
      '4 Transfer',
      '8 Transfer',
    ]);
    const [newest] = await index.db.select().from(onchainEvents).orderBy(desc(onchainEvents.blockNumber));
    expect(newest).toMatchObject({
      contractName: 'ipt',
      contractAddress: tokenOf(1),
      oclId: labOf(1).oclId,
      args: { from: bob, to: carol, value: (2n ** 255n).toString() },
    });
    await isCorrect(chain);
  });

  test.each([1, 2, 5])('is the same in ranges of %i blocks', async (size) => {
    for (let tokenId = 1; tokenId <= 2; tokenId += 1) {
      chain.mine(...tokenized(tokenId, alice), tokenTransferred(tokenId, alice, bob, 1n)).mineEmpty(2);
      chain.mine(tokenTransferred(tokenId, bob, carol, 1n));
    }
    await index.catchUp(chain, { size });
    await isCorrect(chain);
  });

  test('assigns each event to its lab', async () => {
    chain
      .mine(...tokenized(2, bob))
      .mine(...attached(1, alice, person(0xf0)), tokenTransferred(2, bob, alice, 1n));
    await index.catchUp(chain);
    const events = await index.db.select().from(onchainEvents).orderBy(onchainEvents.blockNumber);
    const ipt = events.filter(({ contractName }) => contractName === 'ipt');
    expect(ipt.map(({ eventName, oclId }) => [eventName, oclId])).toEqual([
      ['TokensCreated', labOf(2).oclId],
      ['TermsAccepted', labOf(2).oclId],
      ['Transfer', labOf(2).oclId],
      ['TokensCreated', labOf(1).oclId],
      ['TokenWrapped', labOf(1).oclId],
      ['TermsAccepted', labOf(1).oclId],
      ['Transfer', labOf(2).oclId],
    ]);
  });

  test('follows the wrapper of an attached token, not the untrusted token behind it', async () => {
    const strange = { ...tokenTransferred(9, alice, bob, 1n) };
    chain.mine(...attached(1, alice, tokenOf(9)), strange).mine(strange);
    await index.catchUp(chain);
    expect(await index.db.select().from(labTokens)).toMatchObject([
      { chainId: 31337, address: tokenOf(1), oclId: labOf(1).oclId, underlying: tokenOf(9), blockNumber: 3 },
    ]);
    expect(await eventNames()).toEqual(['3 TokensCreated', '3 TokenWrapped', '3 TermsAccepted']);
  });

  test('accepts announcements of the tokenizer only', async () => {
    const [announcement] = tokenized(1, alice);
    if (!announcement) throw new Error('nothing announced');
    for (const address of [person(66), contracts.labNft]) chain.mine({ ...announcement, address });
    chain.mine(tokenTransferred(1, alice, bob, 1n));
    await index.catchUp(chain);
    expect(await index.db.select().from(labTokens)).toEqual([]);
    expect(await eventNames()).toEqual([]);
  });

  test.each([1, 3])('is correct after a reorganization of %i blocks that removed tokens', async (depth) => {
    await index.catchUp(chain.mineEmpty(5));
    chain.mineEmpty(depth - 1).mine(...tokenized(1, alice), tokenTransferred(1, alice, bob, 1n));
    await index.catchUp(chain);
    chain
      .fork(depth)
      .mine(...attached(1, alice, person(0xf0)))
      .mine(...tokenized(2, bob))
      .mineEmpty(depth);
    expect((await index.catchUp(chain))[0]).toBe('rolled-back');
    await isCorrect(chain);
    await index.catchUp(chain.fork(depth + 2).mineEmpty(depth + 3));
    expect(await index.db.select().from(labTokens)).toEqual([]);
    const blocks = (await eventsByAddress(index.db)).map((line) => Number(line.split(' ')[1]));
    expect(Math.max(...blocks)).toBe(2);
    await isCorrect(chain);
  });

  test('stores a token and its events together or not at all', async () => {
    await index.catchUp(chain);
    const before = await index.content();
    chain.mine(...tokenized(1, alice)).mine(tokenTransferred(1, alice, bob, 1n));
    for (const table of ['onchain_event_addresses', 'lab_tokens', 'lab_token_balances']) {
      await index.db.execute(`alter table ${table} rename to away`);
      await expect(index.advance(chain)).rejects.toThrow();
      await index.db.execute(`alter table away rename to ${table}`);
      expect(await index.content()).toEqual(before);
    }
    await index.catchUp(chain);
    await isCorrect(chain);
  });

  test('is not rebuilt when a token is created', async () => {
    await index.catchUp(chain.mine(...tokenized(1, alice)));
    chain.asked = [];
    await index.catchUp(chain.mine(tokenTransferred(1, alice, bob, 1n)));
    const questions = chain.asked.filter(({ method }) => method === 'eth_getLogs');
    expect(questions.map(({ params }) => params[0].fromBlock)).toEqual(['0x4']);
  });

  test('requests logs of many tokens in portions', async () => {
    chain.mine(...Array.from({ length: 501 }, (_, at) => tokenized(at + 1, alice)).flat());
    await index.catchUp(chain);
    chain.asked = [];
    chain.mine(tokenTransferred(501, alice, bob, 1n), tokenTransferred(3, alice, bob, 1n));
    await index.catchUp(chain);
    const questions = chain.asked.filter(({ method }) => method === 'eth_getLogs');
    const rest = followedContracts(contracts).length + 501 - 500;
    expect(questions.map(({ params }) => params[0].address.length)).toEqual([500, rest]);
    await isCorrect(chain);
  });

  test('knows the sender of each transaction and every address that an event names', async () => {
    chain.mine(...tokenized(1, alice)).mine({ ...tokenTransferred(1, alice, bob, 1n), sender: carol });
    await index.catchUp(chain);
    const [newest] = await index.db.select().from(onchainEvents).orderBy(desc(onchainEvents.blockNumber));
    expect(newest?.txSender).toBe(carol);
    const named = await eventsByAddress(index.db);
    expect(named.filter((line) => line.endsWith(' 4 0')).sort()).toEqual(
      [alice, bob, carol].map((person) => `${person} 4 0`).sort(),
    );
  });

  describe('when the node', () => {
    async function isNotBelieved(fault: string): Promise<void> {
      const before = await index.content();
      await expect(index.advance(chain)).rejects.toMatchObject({ fault });
      expect(await index.content()).toEqual(before);
      chain.lies = {};
      await index.catchUp(chain);
      await isCorrect(chain);
    }

    test.each([
      ['a new token', () => chain.mine(...tokenized(1, alice))],
      ['a known token', () => chain.mine(tokenTransferred(2, alice, bob, 1n))],
    ])('omits %s, its answer is rejected', async (_, mine) => {
      await index.catchUp(chain.mine(...tokenized(2, bob)));
      mine();
      const isTokens = ({ address }: { address: string }) =>
        [tokenOf(1), tokenOf(2)].includes(address as never);
      chain.lies = { eth_getLogs: (logs) => logs.filter((log: { address: string }) => !isTokens(log)) };
      await isNotBelieved('LOGS_MISSING');
    });

    test.each([
      ['lacks the transaction of a log', () => null],
      ['returns another transaction than that of a log', (one: object) => ({ ...one, hash: pad('0x1') })],
    ])('%s, its answer is rejected', async (_, lie) => {
      await index.catchUp(chain);
      chain.mine(...tokenized(1, alice));
      chain.lies = {
        eth_getBlockByNumber: (block) => ({
          ...block,
          transactions: block.transactions.filter(lie).map(lie),
        }),
        eth_getTransactionByBlockHashAndIndex: lie,
      };
      await isNotBelieved('SENDER_MISSING');
    });
  });
});
