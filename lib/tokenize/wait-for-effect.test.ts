import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitForEffect } from './wait-for-effect.ts';

const hash = `0x${'1'.repeat(64)}` as const;

describe('waiting for what a transaction was for', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** What comes of a wait whose receipts are these, one per look, and the last for ever. */
  async function wait(
    receipts: (string | null)[],
    hasHappened: () => boolean,
    signal = new AbortController().signal,
  ) {
    let looks = 0;
    const client = {
      async getTransactionReceipt() {
        const status = receipts[Math.min(looks++, receipts.length - 1)];
        if (!status) throw new Error('There is no such transaction');
        return { status } as never;
      },
    };
    const waiting = waitForEffect(client, hash, async () => hasHappened(), signal).then(
      () => 'done' as const,
      (error: Error) => error,
    );
    await vi.runAllTimersAsync();
    return { outcome: await waiting, looks };
  }

  it('ends with the block that shows the effect', async () => {
    expect(await wait([null, null, 'success'], () => true)).toEqual({ outcome: 'done', looks: 3 });
  });

  it('does not take an effect that was there before for its own', async () => {
    expect((await wait([null, null, 'reverted'], () => true)).outcome).toMatchObject({
      name: 'TransactionRevertedError',
      hash,
    });
  });

  it('tells where an account succeeds although it did nothing', async () => {
    expect((await wait(['success'], () => false)).outcome).toMatchObject({ name: 'NoEffectError' });
  });

  it('needs no receipt for ever, as some wallets give the hash of something else', async () => {
    const { outcome, looks } = await wait([null], () => true);
    expect(outcome).toBe('done');
    expect(looks).toBeGreaterThan(10);
  });

  it('gives up in words', async () => {
    expect((await wait([null], () => false)).outcome).toMatchObject({
      message: expect.stringContaining('not in a block'),
    });
  });
});
