// biome-ignore lint/style/noRestrictedImports: only the entry `node`, which browsers do not load, has it.
import { DatabaseSync } from 'node:sqlite';
import type { ReceiptBook } from './payment-budget.ts';
import type { PaymentReceipt } from './payment-receipt.ts';

const schema =
  'create table if not exists receipt (nonce text primary key, at integer not null, receipt text not null) strict, without rowid';
/** Another process decides about a payment in far less. */
const mostWaitMs = 5_000;

/**
 * Keeps receipts in a file (SQLite), which a budget shares with other processes and with later runs. A crash loses none that was kept,
 * and leaves no lock behind. Errors: those of the file; a budget allows nothing then.
 */
export function receiptsInFile(file: string): ReceiptBook {
  const database = new DatabaseSync(file, { timeout: mostWaitMs });
  database.exec(schema);
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
