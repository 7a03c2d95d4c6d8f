import { networks } from '@labroom/contracts/networks';
import { granted, minted, person, ScriptedChain, type ScriptedLog } from '@labroom/testing/scripted-chain.ts';
import { openTestIndex } from '@labroom/testing/test-index.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { RangeTooLargeError } from './node-error.ts';

const { contracts } = networks[31337];
const [alice, bob] = [person(0xa11ce), person(0xb0b)];

/** In each case a node gives wrong answers. Nothing is written until it answers correctly. */
describe('a node that', async () => {
  const { index, isCorrect } = await openTestIndex();
  let chain: ScriptedChain;
  beforeEach(async () => {
    await index.clear();
    chain = new ScriptedChain();
    await index.catchUp(chain.mine(...minted(1, alice)).mineEmpty(3));
    chain.mine(granted(1, bob, 1)).mine(granted(1, person(3), 2));
  });

  async function isRejected(fault: string): Promise<void> {
    const before = await index.content();
    await expect(index.advance(chain)).rejects.toMatchObject({ fault });
    expect(await index.content()).toEqual(before);
    chain.lies = {};
    await recovers();
  }
  async function recovers(): Promise<void> {
    await index.catchUp(chain);
    await isCorrect(chain);
  }

  test('returns no logs for blocks whose bloom has them', async () => {
    chain.lies = { eth_getLogs: () => [] };
    await isRejected('LOGS_MISSING');
  });

  test('omits one of several logs of a range', async () => {
    chain.lies = { eth_getLogs: (logs) => logs.slice(1) };
    await isRejected('LOGS_MISSING');
  });

  test('returns no logs for a range but a correct answer for a block hash', async () => {
    chain.lies = { eth_getLogs: (logs, [{ blockHash }]) => (blockHash ? logs : []) };
    await isRejected('LOGS_MISSING');
  });

  test('returns no logs for a block with a full bloom', async () => {
    const manyLogs = Array.from({ length: 700 }, (_, at) => unrelatedLog(at));
    chain.mine(...manyLogs, granted(1, person(4), 1));
    chain.lies = { eth_getLogs: (logs, [{ blockHash }]) => (blockHash ? logs : logs.slice(0, 2)) };
    await isRejected('LOGS_MISSING');
  });

  test('correctly returns none of the followed logs although the bloom matches, is accepted', async () => {
    const ours = granted(1, bob, 1);
    // A followed topic from another contract, and a followed address as a topic: the bloom matches.
    chain.mine({ ...ours, address: person(9), topics: [...ours.topics, asTopic(contracts.accessResolver)] });
    chain.mine({
      ...unrelatedLog(1),
      topics: [contracts.accessResolver.toLowerCase() as `0x${string}`, ...ours.topics],
    });
    await recovers();
  });

  describe('in a long history', () => {
    /** A busy chain has logs of other contracts in all of its blocks. */
    const history = (busy: boolean) => {
      for (let at = 0; at < 600; at += 1) {
        if (busy) chain.mine(unrelatedLog(at));
        else chain.mine();
        if (at === 100) chain.mine(granted(1, person(5), 1));
      }
    };
    const isOld = ({ fromBlock }: { fromBlock?: string }) =>
      fromBlock !== undefined && Number(fromBlock) < 300;

    test.each([false, true])('returns no logs of old blocks (busy chain: %s)', async (busy) => {
      history(busy);
      chain.lies = { eth_getLogs: (logs, [filter]) => (isOld(filter) ? [] : logs) };
      await isRejected('LOGS_MISSING');
    });

    test('omits a log of a quiet chain from every answer', async () => {
      history(false);
      const hidden = (log: { address: string; topics: string[] }) => log.topics.includes(asTopic(person(5)));
      chain.lies = {
        eth_getLogs: (logs, [{ blockHash }]) =>
          blockHash ? logs : logs.filter((log: never) => !hidden(log)),
      };
      await isRejected('LOGS_MISSING');
    });

    test('omits a log of a busy chain from one answer', async () => {
      history(true);
      chain.lies = {
        eth_getLogs(logs, [{ address }]) {
          if (address) chain.lies = {};
          return logs.slice(0, 1);
        },
      };
      await isRejected('LOGS_MISSING');
    });

    test('omits a log of a busy chain from every answer, is rejected when a second node returns it', async () => {
      history(true);
      const isShown = ({ topics }: { topics: string[] }) => !topics.includes(asTopic(person(5)));
      chain.lies = { eth_getLogs: (logs) => logs.filter(isShown) };
      const { node: witness } = Object.assign(new ScriptedChain(), { blocks: chain.blocks });
      const before = await index.content();
      await expect(index.advance(chain, { witness })).rejects.toMatchObject({ fault: 'LOGS_MISSING' });
      expect(await index.content()).toEqual(before);
      chain.lies = {};
      await index.catchUp(chain, { witness });
      await recovers();
    });

    test('is honest gets few requests', async () => {
      history(true);
      await index.advance(chain, { size: 4 });
      chain.asked = [];
      expect(await index.advance(chain, { size: 300 })).toBe('advanced');
      const headers = chain.asked.filter(
        ({ method, params }) => method === 'eth_getBlockByNumber' && Number(params[0]) < 300,
      );
      expect(headers.length).toBeLessThan(70);
      await recovers();
    });
  });

  test('returns logs unordered and twice, is accepted', async () => {
    chain.lies = { eth_getLogs: (logs) => [...logs, ...logs].reverse() };
    await recovers();
  });

  test('returns two different logs for one position', async () => {
    chain.lies = { eth_getLogs: (logs) => [...logs, { ...logs[0], data: logs[0].data.replace(/0/g, '1') }] };
    await isRejected('LOGS_CONTRADICT');
  });

  test('returns removed logs', async () => {
    chain.lies = { eth_getLogs: ([first, ...rest]) => [{ ...first, removed: true }, ...rest] };
    await isRejected('LOG_NOT_FINAL');
  });

  test('returns pending logs', async () => {
    chain.lies = {
      eth_getLogs: ([first]) => [{ ...first, blockHash: null, blockNumber: null, logIndex: null }],
    };
    await isRejected('LOG_NOT_FINAL');
  });

  test('returns logs of another block', async () => {
    const gone = chain.blocks[0]?.hash;
    chain.lies = { eth_getLogs: (logs) => logs.map((log: object) => ({ ...log, blockHash: gone })) };
    await isRejected('LOG_OF_OTHER_BLOCK');
  });

  test('returns logs outside the range', async () => {
    chain.lies = { eth_getLogs: ([first]) => [{ ...first, blockNumber: '0x1' }] };
    await isRejected('LOG_NOT_ASKED_FOR');
  });

  test('returns logs of another contract', async () => {
    chain.lies = { eth_getLogs: ([first]) => [{ ...first, address: person(66) }] };
    await isRejected('LOG_NOT_ASKED_FOR');
  });

  test('has pruned a block', async () => {
    chain.lies = { eth_getBlockByNumber: (block, [at]) => (at === '0x5' ? null : block) };
    await isRejected('BLOCK_MISSING');
  });

  test('has pruned the blocks that the search for a reorganization needs', async () => {
    chain.fork(4).mineEmpty(8);
    chain.lies = { eth_getBlockByNumber: (block, [at]) => (Number(at) < 5 ? null : block) };
    await isRejected('BLOCK_MISSING');
  });

  test('returns another block than requested', async () => {
    chain.lies = {
      eth_getBlockByNumber: (block, [at]) => (at === '0x5' ? { ...block, number: '0x4' } : block),
    };
    await isRejected('OTHER_BLOCK');
  });

  test('returns blocks whose parent hashes do not match', async () => {
    const other = chain.blocks[0]?.hash;
    chain.lies = {
      eth_getBlockByNumber: (block, [at]) => (at === '0x6' ? { ...block, parentHash: other } : block),
    };
    await isRejected('BROKEN_CHAIN');
  });

  test('reorganizes between two answers', async () => {
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
    await isRejected('LOG_OF_OTHER_BLOCK');
  });

  test.each([
    'query returned more than 10000 results',
    'eth_getLogs is limited to a 10,000 range',
    'Log response size exceeded',
    'block range too large',
  ])('refuses a range (%s) gets requests for smaller ones', async (message) => {
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
    await recovers();
  });

  test('limits the request rate does not get more requests for smaller ranges', async () => {
    chain.lies = {
      eth_getLogs() {
        throw Object.assign(new Error('Too Many Requests: rate limit exceeded'), { code: -32005 });
      },
    };
    await expect(index.advance(chain)).rejects.not.toBeInstanceOf(RangeTooLargeError);
    chain.lies = {};
    await recovers();
  });
});

function asTopic(address: string): `0x${string}` {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
}

function unrelatedLog(at: number): ScriptedLog {
  return { address: person(0x5000 + at), topics: [asTopic(person(0x9000 + at))], data: '0x' };
}
