import { setTimeout as pause } from 'node:timers/promises';

/** A value, the error of a failure, or neither when the time was over. */
export type Answer<Value> = { value: Value } | { error: unknown } | { isLate: true };

/** Waits for an answer, for this many milliseconds. Never rejects. */
export async function withinTime<Value>(attempt: Promise<Value>, ms: number): Promise<Answer<Value>> {
  const answered = attempt.then(
    (value): Answer<Value> => ({ value }),
    (error: unknown): Answer<Value> => ({ error }),
  );
  return Promise.race([answered, pause<Answer<Value>>(ms, { isLate: true }, { ref: false })]);
}
