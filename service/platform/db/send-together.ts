import type { QueryPromise } from 'drizzle-orm';
import type { Transaction } from './database.ts';
import type { LabTransaction } from './lab-transaction.ts';

/** A statement that was built and not sent; `null` for one that is left out. */
export type Statement = Pick<QueryPromise<unknown>, 'execute'> | null;

type AnswerTo<One> = One extends { execute(): Promise<infer Answer> } ? Answer : null;

export type Answers<Statements extends readonly Statement[]> = {
  -readonly [At in keyof Statements]: AnswerTo<Statements[At]>;
};

/**
 * Sends statements in one round trip. PostgreSQL runs them in their order, one after the other, so each sees what was committed before it
 * began, and waits for locks, as if it were sent alone. When one fails, those behind it fail too, and the error is that of the first.
 */
export function sendTogether<const Statements extends readonly Statement[]>(
  statements: Statements,
): Promise<Answers<Statements>> {
  const answers = statements.map((statement) => statement?.execute() ?? null);
  return Promise.all(answers) as Promise<unknown> as Promise<Answers<Statements>>;
}

const lastOf = new WeakMap<Transaction, Promise<unknown>>();

/**
 * Sends the last statements of a transaction in one round trip with its `commit`. Nothing may depend on their answers any more. When one
 * fails, PostgreSQL rolls the transaction back instead, and the transaction rejects with the error of that statement.
 */
export function sendLast(tx: LabTransaction, ...statements: readonly Statement[]): void {
  const sent = sendTogether(statements);
  // Reported by the transaction.
  sent.catch(() => {});
  lastOf.set(tx, sent);
}

/** The answers that a transaction did not wait for. */
export function answersToLast(tx: Transaction): Promise<unknown> | undefined {
  return lastOf.get(tx);
}
