/** What `within` resolves to when the time is over. */
export const late = Symbol('late');

/**
 * Waits for `work`, but no longer than `ms`. The work itself goes on: a payment may be settled after nobody waits any more.
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
