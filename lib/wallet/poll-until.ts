interface PollOptions {
  everyMilliseconds: number;
  /** Maximum number of attempts. */
  attempts: number;
  signal?: AbortSignal;
}

/**
 * Repeats `check` until it returns true. Returns `false` after the last attempt. A failed attempt counts as false,
 * because the polled system may be unavailable.
 */
export async function pollUntil(
  check: () => Promise<boolean>,
  { everyMilliseconds, attempts, signal }: PollOptions,
): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    signal?.throwIfAborted();
    if (await check().catch(() => false)) return true;
    await new Promise((resolve) => setTimeout(resolve, everyMilliseconds));
  }
  return false;
}
