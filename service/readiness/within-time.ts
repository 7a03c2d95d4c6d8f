import { setTimeout as pause } from 'node:timers/promises';

/** A value, the error of a failure, or neither when the time was over. */
export type Tried<Value> = { value: Value } | { error: unknown } | { isLate: true };

/** Waits for an answer, for this many milliseconds. Never rejects. */
export async function withinTime<Value>(attempt: Promise<Value>, ms: number): Promise<Tried<Value>> {
  const answered = attempt.then(
    (value): Tried<Value> => ({ value }),
    (error: unknown): Tried<Value> => ({ error }),
  );
  return Promise.race([answered, pause<Tried<Value>>(ms, { isLate: true }, { ref: false })]);
}
