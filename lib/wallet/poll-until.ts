interface PollOptions {
  everyMilliseconds: number;
  /** Maximum number of attempts. */
  attempts: number;
  signal?: AbortSignal;
}

/**
 * Repeats `check` until it returns true. Returns `false` if the last attempt did. A failed attempt is repeated, because the
 * polled system may be unavailable for a moment. Errors: that of the last attempt, of which the result is not known.
 */
export async function pollUntil(
  check: () => Promise<boolean>,
  { everyMilliseconds, attempts, signal }: PollOptions,
): Promise<boolean> {
  let failure: { error: unknown } | null = null;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    signal?.throwIfAborted();
    try {
      if (await check()) return true;
      failure = null;
    } catch (error) {
      failure = { error };
    }
    await new Promise((resolve) => setTimeout(resolve, everyMilliseconds));
  }
  if (failure) throw failure.error;
  return false;
}
