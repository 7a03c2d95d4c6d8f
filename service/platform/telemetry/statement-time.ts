let running = 0;
let since = 0;
let total = 0;

/** A statement was sent to the database. Call what it returns once, when its answer has come. */
export function beginStatement(): () => void {
  if (running === 0) since = performance.now();
  running += 1;
  return () => {
    running -= 1;
    if (running === 0) total += performance.now() - since;
  };
}

/** Milliseconds in which at least one statement of this process ran. */
export const statementMs = (): number => total + (running > 0 ? performance.now() - since : 0);
