import type { PaymentReceipt } from './payment-receipt.ts';

/** Where receipts are kept. A program that pays across restarts keeps them in a file or a table. */
export interface ReceiptBook {
  /** Keeps a receipt; one with the same `nonce` replaces the earlier one. */
  keep(receipt: PaymentReceipt): void | Promise<void>;
  /** All receipts signed since then. */
  since(time: Date): PaymentReceipt[] | Promise<PaymentReceipt[]>;
}

/** Receipts of this process alone. */
export function receiptsInMemory(): ReceiptBook {
  const receipts = new Map<string, PaymentReceipt>();
  return {
    keep: (receipt) => void receipts.set(receipt.nonce, receipt),
    since: (time) => [...receipts.values()].filter(({ at }) => new Date(at) >= time),
  };
}

export type BudgetDenial = 'OVER_CALL_BUDGET' | 'OVER_DAY_BUDGET';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * What a program may spend: at most so much on one call, and so much within any 24 hours. Payments whose end is not known
 * count as spent. Calls at the same time count together; other processes only through the receipts they share.
 */
export class PaymentBudget {
  /** In the token's smallest unit. */
  readonly perCall: bigint;
  readonly perDay: bigint;
  readonly #book: ReceiptBook;
  #reserved = 0n;
  #deciding: Promise<unknown> = Promise.resolve();

  constructor(limits: { perCall: bigint; perDay: bigint }, book: ReceiptBook = receiptsInMemory()) {
    this.perCall = limits.perCall;
    this.perDay = limits.perDay;
    this.#book = book;
  }

  /**
   * Sets an amount aside, or says why not. What was set aside must be released when its receipt is kept.
   * Errors: whatever the book throws, in which case nothing is set aside.
   */
  reserve(amount: bigint): Promise<BudgetDenial | null> {
    const decided = this.#deciding.then(async (): Promise<BudgetDenial | null> => {
      if (amount > this.perCall) return 'OVER_CALL_BUDGET';
      const spent = (await this.#book.since(new Date(Date.now() - dayMs)))
        .filter(({ state }) => state !== 'not-charged')
        .reduce((sum, receipt) => sum + BigInt(receipt.amount), 0n);
      if (spent + this.#reserved + amount > this.perDay) return 'OVER_DAY_BUDGET';
      this.#reserved += amount;
      return null;
    });
    this.#deciding = decided.catch(() => {});
    return decided;
  }

  release(amount: bigint): void {
    this.#reserved -= amount;
  }

  async keep(receipt: PaymentReceipt): Promise<void> {
    await this.#book.keep(receipt);
  }
}
