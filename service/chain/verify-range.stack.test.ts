import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { networks } from '#contracts/networks.ts';
import { granted, minted, person, ScriptedChain, type ScriptedLog } from '#testing/scripted-chain.ts';
import { createTestIndex, type TestIndex } from '#testing/test-index.ts';
import { RangeTooLargeError } from './node-error.ts';

const { contracts } = networks[31337];
const [alice, bob] = [person(0xa11ce), person(0xb0b)];

/** Each case: a node that answers wrongly is not believed, nothing is written, and all is well when it stops lying. */
describe('a node that', () => {
  let index: TestIndex;
  let chain: ScriptedChain;

  let fresh: TestIndex;

  beforeAll(async () => {
    index = await createTestIndex();
    fresh = await createTestIndex();
  });
  afterAll(async () => {
    await index.drop();
    await fresh.drop();
  });
  beforeEach(async () => {
    await index.clear();
    chain = new ScriptedChain();
    await index.catchUp(chain.mine(...minted(1, alice)).mineEmpty(3));
    chain.mine(granted(1, bob, 1)).mine(granted(1, person(3), 2));
  });

  async function isNotBelieved(fault: string): Promise<void> {
    const before = await index.content();
    await expect(index.advance(chain)).rejects.toMatchObject({ fault });
    expect(await index.content()).toEqual(before);
    chain.lies = {};
    await isRight();
  }
  async function isRight(): Promise<void> {
    await index.catchUp(chain);
    await fresh.clear();
    const honest = Object.assign(new ScriptedChain(), { blocks: chain.blocks });
    await fresh.catchUp(honest);
    expect(await index.content()).toEqual(await fresh.content());
  }

  test('gives no logs for blocks whose bloom has them', async () => {
    chain.lies = { eth_getLogs: () => [] };
    await isNotBelieved('LOGS_MISSING');
  });

  test('leaves out one of several logs of a range', async () => {
    chain.lies = { eth_getLogs: (logs) => logs.slice(1) };
    await isNotBelieved('LOGS_MISSING');
  });

  test('gives no logs for a range and, asked for the block by its hash, an honest answer', async () => {
    chain.lies = { eth_getLogs: (logs, [{ blockHash }]) => (blockHash ? logs : []) };
    await isNotBelieved('LOGS_MISSING');
  });

  test('gives no logs for a crowded block', async () => {
    const manyLogs = Array.from({ length: 700 }, (_, at) => strangersLog(at));
    chain.mine(...manyLogs, granted(1, person(4), 1));
    chain.lies = { eth_getLogs: (logs, [{ blockHash }]) => (blockHash ? logs : logs.slice(0, 2)) };
    await isNotBelieved('LOGS_MISSING');
  });

  test('says truly that a block has none of our logs although its bloom may, is believed', async () => {
    const ours = granted(1, bob, 1);
    // Our topic from another contract, and our address as a topic: the bloom says yes.
    chain.mine({ ...ours, address: person(9), topics: [...ours.topics, asTopic(contracts.accessResolver)] });
    chain.mine({
      ...strangersLog(1),
      topics: [contracts.accessResolver.toLowerCase() as `0x${string}`, ...ours.topics],
    });
    await isRight();
  });

  describe('in a long history', () => {
    /** As many blocks with logs of others as the chain is busy. */
    const history = (busy: boolean) => {
      for (let at = 0; at < 600; at += 1) {
        if (busy) chain.mine(strangersLog(at));
        else chain.mine();
        if (at === 100) chain.mine(granted(1, person(5), 1));
      }
    };
    const isOld = ({ fromBlock }: { fromBlock?: string }) =>
      fromBlock !== undefined && Number(fromBlock) < 300;

    test.each([false, true])('has nothing to say of old blocks (busy chain: %s)', async (busy) => {
      history(busy);
      chain.lies = { eth_getLogs: (logs, [filter]) => (isOld(filter) ? [] : logs) };
      await isNotBelieved('LOGS_MISSING');
    });

    test('leaves a log of a quiet chain out of every answer', async () => {
      history(false);
      const hidden = (log: { address: string; topics: string[] }) => log.topics.includes(asTopic(person(5)));
      chain.lies = {
        eth_getLogs: (logs, [{ blockHash }]) =>
          blockHash ? logs : logs.filter((log: never) => !hidden(log)),
      };
      await isNotBelieved('LOGS_MISSING');
    });

    test('leaves a log of a busy chain out of one answer', async () => {
      history(true);
      chain.lies = {
        eth_getLogs(logs, [{ address }]) {
          if (address) chain.lies = {};
          return logs.slice(0, 1);
        },
      };
      await isNotBelieved('LOGS_MISSING');
    });

    test('leaves a log of a busy chain out of every answer, is not believed when another node tells of it', async () => {
      history(true);
      const isShown = ({ topics }: { topics: string[] }) => !topics.includes(asTopic(person(5)));
      chain.lies = { eth_getLogs: (logs) => logs.filter(isShown) };
      const { node: witness } = Object.assign(new ScriptedChain(), { blocks: chain.blocks });
      const before = await index.content();
      await expect(index.advance(chain, { witness })).rejects.toMatchObject({ fault: 'LOGS_MISSING' });
      expect(await index.content()).toEqual(before);
      chain.lies = {};
      await index.catchUp(chain, { witness });
      await isRight();
    });

    test('is honest is asked little', async () => {
      history(true);
      await index.advance(chain, { size: 4 });
      chain.asked = [];
      expect(await index.advance(chain, { size: 300 })).toBe('advanced');
      const headers = chain.asked.filter(
        ({ method, params }) => method === 'eth_getBlockByNumber' && Number(params[0]) < 300,
      );
      expect(headers.length).toBeLessThan(70);
      await isRight();
    });
  });

  test('gives logs in disorder and twice, is understood', async () => {
    chain.lies = { eth_getLogs: (logs) => [...logs, ...logs].reverse() };
    await isRight();
  });

  test('gives two different logs for one place', async () => {
    chain.lies = { eth_getLogs: (logs) => [...logs, { ...logs[0], data: logs[0].data.replace(/0/g, '1') }] };
    await isNotBelieved('LOGS_CONTRADICT');
  });

  test('gives removed logs', async () => {
    chain.lies = { eth_getLogs: ([first, ...rest]) => [{ ...first, removed: true }, ...rest] };
    await isNotBelieved('LOG_NOT_FINAL');
  });

  test('gives pending logs', async () => {
    chain.lies = {
      eth_getLogs: ([first]) => [{ ...first, blockHash: null, blockNumber: null, logIndex: null }],
    };
    await isNotBelieved('LOG_NOT_FINAL');
  });

  test('gives logs of another block', async () => {
    const gone = chain.blocks[0]?.hash;
    chain.lies = { eth_getLogs: (logs) => logs.map((log: object) => ({ ...log, blockHash: gone })) };
    await isNotBelieved('LOG_OF_OTHER_BLOCK');
  });

  test('gives logs outside of the range', async () => {
    chain.lies = { eth_getLogs: ([first]) => [{ ...first, blockNumber: '0x1' }] };
    await isNotBelieved('LOG_NOT_ASKED_FOR');
  });

  test('gives logs of another contract', async () => {
    chain.lies = { eth_getLogs: ([first]) => [{ ...first, address: person(66) }] };
    await isNotBelieved('LOG_NOT_ASKED_FOR');
  });

  test('has pruned a block', async () => {
    chain.lies = { eth_getBlockByNumber: (block, [at]) => (at === '0x5' ? null : block) };
    await isNotBelieved('BLOCK_MISSING');
  });

  test('has pruned the blocks that a reorganization is searched in', async () => {
    chain.fork(4).mineEmpty(8);
    chain.lies = { eth_getBlockByNumber: (block, [at]) => (Number(at) < 5 ? null : block) };
    await isNotBelieved('BLOCK_MISSING');
  });

  test('gives another block than asked for', async () => {
    chain.lies = {
      eth_getBlockByNumber: (block, [at]) => (at === '0x5' ? { ...block, number: '0x4' } : block),
    };
    await isNotBelieved('OTHER_BLOCK');
  });

  test('gives blocks that do not belong together', async () => {
    const other = chain.blocks[0]?.hash;
    chain.lies = {
      eth_getBlockByNumber: (block, [at]) => (at === '0x6' ? { ...block, parentHash: other } : block),
    };
    await isNotBelieved('BROKEN_CHAIN');
  });

  test('changes its chain between two answers', async () => {
    chain.lies = {
      eth_getLogs(logs) {
        chain.lies = {};
        chain
          .fork(2)
          .mine()
          .mine(granted(1, person(5), 1));
        return logs;
      },
    };
    await isNotBelieved('LOG_OF_OTHER_BLOCK');
  });

  test.each([
    'query returned more than 10000 results',
    'eth_getLogs is limited to a 10,000 range',
    'Log response size exceeded',
    'block range too large',
  ])('refuses a range (%s) is asked for smaller ones', async (message) => {
    chain.mineEmpty(40);
    const refuse = (size: number) => {
      chain.lies = {
        eth_getLogs(logs, [{ fromBlock, toBlock }]) {
          if (Number(toBlock) - Number(fromBlock) >= size)
            throw Object.assign(new Error(message), { code: -32602 });
          return logs;
        },
      };
    };
    refuse(8);
    await expect(index.advance(chain, { size: 100 })).rejects.toBeInstanceOf(RangeTooLargeError);
    expect(await index.advance(chain, { size: 8 })).toBe('advanced');
    refuse(0);
    await expect(index.advance(chain, { size: 1 })).rejects.not.toBeInstanceOf(RangeTooLargeError);
    chain.lies = {};
    await isRight();
  });

  test('is asked too often is not asked more often, for smaller ranges', async () => {
    chain.lies = {
      eth_getLogs() {
        throw Object.assign(new Error('Too Many Requests: rate limit exceeded'), { code: -32005 });
      },
    };
    await expect(index.advance(chain)).rejects.not.toBeInstanceOf(RangeTooLargeError);
    chain.lies = {};
    await isRight();
  });
});

function asTopic(address: string): `0x${string}` {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
}

function strangersLog(at: number): ScriptedLog {
  return { address: person(0x5000 + at), topics: [asTopic(person(0x9000 + at))], data: '0x' };
}
