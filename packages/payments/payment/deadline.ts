/** What `within` resolves to when the time is over. */
export const late = Symbol('late');

/**
 * Waits for `work` at most `ms`. Does not cancel the work: a payment can be settled after the caller stopped waiting.
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | typeof late> {
  const deadline = Promise.withResolvers<typeof late>();
  const timer = setTimeout(deadline.resolve, ms, late);
  try {
    return await Promise.race([work, deadline.promise]);
  } finally {
    clearTimeout(timer);
  }
}
