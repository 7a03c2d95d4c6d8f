import { TransactionReceiptNotFoundError } from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitForEffect } from './wait-for-effect.ts';

const hash = `0x${'1'.repeat(64)}` as const;

describe('waiting for the effect of a transaction', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Runs a wait with one receipt per attempt. The last receipt repeats. */
  async function wait(
    receipts: (string | null)[],
    hasHappened: () => boolean,
    signal = new AbortController().signal,
  ) {
    let receiptReads = 0;
    const client = {
      async getTransactionReceipt() {
        const status = receipts[Math.min(receiptReads++, receipts.length - 1)];
        if (!status) throw new TransactionReceiptNotFoundError({ hash });
        if (status === 'unanswered') throw new Error('The node does not respond');
        return { status } as never;
      },
    };
    const waiting = waitForEffect(client, hash, async () => hasHappened(), signal).then(
      () => 'done' as const,
      (error: Error) => error,
    );
    await vi.runAllTimersAsync();
    return { outcome: await waiting, receiptReads };
  }

  it('ends with the block that shows the effect', async () => {
    expect(await wait([null, null, 'success'], () => true)).toEqual({ outcome: 'done', receiptReads: 3 });
  });

  it('fails if the transaction reverts, even if the effect already exists', async () => {
    expect((await wait([null, null, 'reverted'], () => true)).outcome).toMatchObject({
      name: 'TransactionRevertedError',
      hash,
    });
  });

  it("fails if the account's transaction succeeds without the effect", async () => {
    expect((await wait(['success'], () => false)).outcome).toMatchObject({ name: 'NoEffectError' });
  });

  it('stops waiting for a receipt after some time, because some wallets return another hash', async () => {
    const { outcome, receiptReads } = await wait([null], () => true);
    expect(outcome).toBe('done');
    expect(receiptReads).toBeGreaterThan(10);
  });

  it('fails with an explanation after the last attempt', async () => {
    expect((await wait([null], () => false)).outcome).toMatchObject({
      message: expect.stringContaining('not in a block'),
    });
  });

  it('says that the node does not respond, and not that the transaction is missing', async () => {
    expect((await wait([null, 'unanswered'], () => true)).outcome).toMatchObject({
      message: 'The node does not respond',
    });
    expect((await wait(['unanswered', 'success'], () => true)).outcome).toBe('done');
  });
});
