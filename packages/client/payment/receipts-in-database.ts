import type { ReceiptBook } from './payment-budget.ts';
import type { PaymentReceipt } from './payment-receipt.ts';

const schema =
  'create table if not exists receipt (nonce text primary key, at integer not null, receipt text not null) strict, without rowid';
/** Another process decides about a payment in far less. */
const mostWaitMs = 5_000;

/** An open SQLite database, such as `new DatabaseSync('receipts.db')` of `node:sqlite`. */
export interface ReceiptDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): {
    run(...values: (string | number)[]): unknown;
    all(...values: (string | number)[]): Record<string, unknown>[];
  };
}

/**
 * Keeps receipts in a SQLite file, which a budget shares with other processes and with later runs. A crash loses none that was kept,
 * and leaves no lock behind. Errors: those of the database; a budget allows nothing then.
 */
export function receiptsInDatabase(database: ReceiptDatabase): ReceiptBook {
  database.exec(`pragma busy_timeout = ${mostWaitMs}; ${schema}`);
  const write = database.prepare('insert or replace into receipt values (?, ?, ?)');
  const read = database.prepare('select receipt from receipt where at >= ?');
  let last: Promise<unknown> = Promise.resolve();
  return {
    keep: (receipt) => void write.run(receipt.nonce, Date.parse(receipt.at), JSON.stringify(receipt)),
    since: (time) =>
      read.all(time.getTime()).map(({ receipt }): PaymentReceipt => JSON.parse(String(receipt))),
    exclusively(decide) {
      // One transaction at a time, also where several budgets share the book.
      const decided = last.then(async () => {
        database.exec('begin immediate');
        try {
          const result = await decide();
          database.exec('commit');
          return result;
        } catch (error) {
          database.exec('rollback');
          throw error;
        }
      });
      last = decided.catch(() => {});
      return decided;
    },
  };
}
