import type { PaymentReceipt } from './payment-receipt.ts';

/** Storage of receipts. A program that pays across restarts stores them in a file or a table. */
export interface ReceiptBook {
  /** Stores a receipt. It replaces an earlier receipt with the same `nonce`. */
  keep(receipt: PaymentReceipt): void | Promise<void>;
  /** All receipts signed since `time`. */
  since(time: Date): PaymentReceipt[] | Promise<PaymentReceipt[]>;
  /**
   * Decides while nobody else reads or writes the book. A book that several processes use needs it: without it, a budget counts
   * exactly only what its own process spends at once.
   */
  exclusively?<T>(decide: () => Promise<T>): Promise<T>;
}

/** Stores receipts in memory, for a single process. */
export function receiptsInMemory(): ReceiptBook {
  const receipts = new Map<string, PaymentReceipt>();
  return {
    keep: (receipt) => void receipts.set(receipt.nonce, receipt),
    since: (time) => [...receipts.values()].filter(({ at }) => new Date(at) >= time),
  };
}

export type BudgetDenial = 'OVER_CALL_BUDGET' | 'OVER_DAY_BUDGET' | 'OVER_TOTAL_BUDGET';

export interface BudgetLimits {
  /** All in the token's smallest unit. */
  perCall: bigint;
  /** Of any 24 hours. */
  perDay: bigint;
  /** Of everything in the receipt book. Default: no limit. */
  total?: bigint;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Spending limits: per call, per 24 hours, and in total. A payment with unknown outcome counts as spent. Of a payment channel, the
 * limits bound the deposits together with other payments, and the calls that it pays together with other payments. Concurrent calls
 * of this process are counted; other processes only through a shared receipt book, e.g. `receiptsInDatabase`.
 */
export class PaymentBudget {
  readonly limits: Readonly<BudgetLimits>;
  readonly #book: ReceiptBook;
  #deciding: Promise<unknown> = Promise.resolve();

  constructor(limits: BudgetLimits, book: ReceiptBook = receiptsInMemory()) {
    this.limits = limits;
    this.#book = book;
  }

  /**
   * Records a payment that is about to be signed, or returns why it may not be. Errors: those of the receipt book; nothing may be
   * signed then.
   */
  spend(receipt: PaymentReceipt): Promise<BudgetDenial | null> {
    const { exclusively = (decide) => decide() }: Pick<ReceiptBook, 'exclusively'> = this.#book;
    const decided = this.#deciding.then(() =>
      exclusively(async () => {
        const denial = await this.#denial(receipt);
        if (!denial) await this.#book.keep(receipt);
        return denial;
      }),
    );
    this.#deciding = decided.catch(() => {});
    return decided;
  }

  async #denial(receipt: PaymentReceipt): Promise<BudgetDenial | null> {
    const { perCall, perDay, total } = this.limits;
    if (receipt.channel?.kind !== 'deposit' && BigInt(receipt.amount) > perCall) return 'OVER_CALL_BUDGET';
    const mostAfter = async (time: number) => {
      const receipts = [...(await this.#book.since(new Date(time))), receipt];
      const [spent, committed] = [spentOf(receipts), committedOf(receipts)];
      return spent > committed ? spent : committed;
    };
    if (total !== undefined && (await mostAfter(0)) > total) return 'OVER_TOTAL_BUDGET';
    if ((await mostAfter(Date.now() - dayMs)) > perDay) return 'OVER_DAY_BUDGET';
    return null;
  }

  /** What the calls in the book cost, or can still cost, in the token's smallest unit. */
  async spent(): Promise<bigint> {
    return spentOf(await this.receipts());
  }

  /** Everything in the book. */
  async receipts(): Promise<PaymentReceipt[]> {
    return this.#book.since(new Date(0));
  }

  async keep(receipt: PaymentReceipt): Promise<void> {
    await this.#book.keep(receipt);
  }
}

/** What was paid for calls. */
const spentOf = (receipts: readonly PaymentReceipt[]) =>
  sumOf(receipts.filter(({ channel }) => channel?.kind !== 'deposit'));

/** What left the wallet. Vouchers are paid from deposits. */
const committedOf = (receipts: readonly PaymentReceipt[]) =>
  sumOf(receipts.filter(({ channel }) => channel?.kind !== 'voucher'));

const sumOf = (receipts: readonly PaymentReceipt[]) =>
  receipts
    .filter(({ state }) => state !== 'not-charged')
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
