import { localAddresses as contracts } from '@labroom/contracts/local-addresses';
import { type Hex, pad } from 'viem';
import { describe, expect, test } from 'vitest';
import type { ChainClient } from '#chain/chain-client.ts';
import { outcomeOf } from './operation-outcome.ts';

const userOpHash = pad('0x1');
const transactionHash = pad('0x2');

interface Question {
  eventName: string;
  fromBlock: bigint;
  toBlock?: bigint;
}

/** A chain with a block every two seconds and at most one operation. It rejects log requests for more than `most` blocks. */
function chainWith({ head, landed, success = true, most = 2_000n }: Landing) {
  const asked: Question[] = [];
  const node = {
    getBlock: async ({ blockNumber = head } = {}) => ({ number: blockNumber, timestamp: 2n * blockNumber }),
    getContractEvents: async (question: Question) => {
      asked.push(question);
      const { eventName, fromBlock, toBlock = head } = question;
      if (toBlock - fromBlock >= most) throw new Error('block range is too large');
      const isThere = landed !== undefined && fromBlock <= landed && landed <= toBlock;
      return isThere && eventName === 'UserOperationEvent' ? [{ args: { success }, transactionHash }] : [];
    },
  };
  const chain = { node, contracts } as unknown as Pick<ChainClient, 'node' | 'contracts'>;
  return { chain, asked };
}

interface Landing {
  head: bigint;
  landed?: bigint;
  success?: boolean;
  most?: bigint;
}

/** Signed at block 10,000, valid for ten minutes. */
const operation = { fromBlock: 10_000, deadline: 20_600 };
const outcome = (landing: Landing) => outcomeOf(chainWith(landing).chain, userOpHash as Hex, operation);

describe('the outcome of an operation', () => {
  test('is found after any time, on a node that limits log requests to few blocks', async () => {
    for (const head of [10_150n, 12_000n, 500_000n])
      expect(await outcome({ head, landed: 10_140n })).toEqual({
        kind: 'succeeded',
        txHash: transactionHash,
      });
    expect(await outcome({ head: 500_000n, landed: 10_140n, success: false })).toMatchObject({
      kind: 'failed',
    });
  });

  test('is expired if the chain is past the deadline, after few requests', async () => {
    const { chain, asked } = chainWith({ head: 500_000n });
    expect(await outcomeOf(chain, userOpHash as Hex, operation)).toEqual({ kind: 'expired' });
    expect(asked).toHaveLength(1);
  });
});
