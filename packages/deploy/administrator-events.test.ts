import { createPublicClient, custom, keccak256, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { type HistoryState, type ReadingOptions, readAdministratorEvents } from './administrator-events.ts';

const contract = `0x${'1'.repeat(40)}` as const;
const lastBlock = 200_000;

/** A node that answers each question with the same events, by default none, and notes the ranges that it answered. */
function nodeThat(
  refuses: (width: number, request: number) => boolean,
  chainId = 84532,
  logs: readonly object[] = [],
) {
  const answered: [from: number, to: number][] = [];
  let requests = 0;
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_chainId') return `0x${chainId.toString(16)}`;
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
    const [from, to] = [Number(fromBlock), Number(toBlock)];
    requests += 1;
    if (refuses(to - from + 1, requests)) throw new Error('too many blocks');
    answered.push([from, to]);
    return logs;
  };
  const reader = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) });
  const read = (reading: ReadingOptions = {}, firstBlock = 7n, address: `0x${string}` = contract) =>
    readAdministratorEvents(
      reader as never,
      [address],
      { first: firstBlock, last: BigInt(lastBlock) },
      reading,
    );
  return { answered, read, requests: () => requests };
}

const expectEveryBlockOnce = (answered: readonly [number, number][], firstBlock: number) => {
  let next = firstBlock;
  for (const [from, to] of answered) {
    expect(from).toBe(next);
    next = to + 1;
  }
  expect(next).toBe(lastBlock + 1);
};

describe('the events of administrators', () => {
  it('are read from every block once, also from a node that refuses many blocks', async () => {
    const { answered, read, requests } = nodeThat((width) => width > 700);
    await read();
    expectEveryBlockOnce(answered, 7);
    expect(requests()).toBeLessThan(500);
  });

  it('are read in wide ranges again after a node refused for another reason', async () => {
    const { answered, read, requests } = nodeThat((_, request) => request < 13);
    await read();
    expectEveryBlockOnce(answered, 7);
    expect(answered[0]).toEqual([7, 8]);
    expect(requests()).toBeLessThan(200);
  });

  it('are not known where a node refuses a single block', async () => {
    await expect(nodeThat((_, request) => request > 3).read()).rejects.toThrow('too many blocks');
  });

  it('are not taken from other contracts, of other kinds or from other blocks', async () => {
    const initialized = keccak256(toHex('Initialized(uint64)'));
    const log = { address: contract, topics: [], data: '0x', transactionHash: '0x01', blockNumber: '0x1' };
    for (const other of [
      { ...log, address: `0x${'2'.repeat(40)}`, topics: [initialized], blockNumber: '0x8' },
      { ...log, topics: [keccak256(toHex('Other()'))], blockNumber: '0x8' },
      { ...log, topics: [initialized] },
    ])
      await expect(nodeThat(() => false, 84532, [other]).read()).rejects.toThrow(
        'an event that was not asked for',
      );
  });

  it('are read on from where a reading stood, with the newest blocks again', async () => {
    let state: HistoryState | undefined;
    const interrupted = nodeThat((_, request) => request > 3);
    const onState = (now: HistoryState) => {
      state = now;
    };
    await expect(interrupted.read({ onState })).rejects.toThrow();
    expect(state?.next).toBe('30007');
    const { answered, read } = nodeThat(() => false);
    await read({ state });
    expectEveryBlockOnce(answered, 29_007);
  });

  it('are not read on from another chain, first block or contract', async () => {
    let state: HistoryState | undefined;
    const onState = (now: HistoryState) => {
      state = now;
    };
    await nodeThat(() => false).read({ onState });
    const refused = 'known for another deployment';
    await expect(nodeThat(() => false, 8453).read({ state })).rejects.toThrow(refused);
    await expect(nodeThat(() => false).read({ state }, 8n)).rejects.toThrow(refused);
    await expect(nodeThat(() => false).read({ state }, 7n, `0x${'2'.repeat(40)}`)).rejects.toThrow(refused);
  });
});
