import type { PaymentReceipt } from './payment-receipt.ts';

/** Storage of receipts. A program that pays across restarts stores them in a file or a table. */
export interface ReceiptBook {
  /** Stores a receipt. It replaces an earlier receipt with the same `nonce`. */
  keep(receipt: PaymentReceipt): void | Promise<void>;
  /** All receipts signed since `time`. */
  since(time: Date): PaymentReceipt[] | Promise<PaymentReceipt[]>;
}

/** Stores receipts in memory, for a single process. */
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
 * Spending limits: per call and per 24 hours. A payment with unknown outcome counts as spent. Concurrent calls of this
 * process are counted; other processes only through a shared receipt book.
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
   * Reserves an amount, or returns why not. Release the reservation when its receipt is stored. Errors: those of the
   * receipt book; nothing is reserved then.
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
