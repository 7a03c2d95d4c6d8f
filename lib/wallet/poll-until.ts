interface PollOptions {
  everyMilliseconds: number;
  /** Gives up after so many attempts. */
  attempts: number;
  signal?: AbortSignal;
}

/**
 * Asks again and again until the answer is yes. Gives `false` when it never was. An attempt that fails counts as no: the
 * thing that is waited for may be what is down.
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
