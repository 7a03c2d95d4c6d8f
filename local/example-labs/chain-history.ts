const DAY = 86_400;

/** Clock of a chain. */
export interface Clock {
  /** Mines a block with this time, in seconds since 1970. */
  advanceTo(timestamp: number): Promise<void>;
}

/** How far in the past a new local chain begins. */
export const HISTORY_SECONDS = 30 * DAY;

/**
 * Runs steps in order while the chain's clock goes through the last month, and then catches up with the wall clock. On
 * a chain that has caught up before, all steps happen now.
 */
export async function throughTheMonth(
  chain: Clock,
  steps: readonly (() => Promise<unknown>)[],
): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  for (const [index, step] of steps.entries()) {
    const ago = (HISTORY_SECONDS - DAY) * (1 - index / steps.length);
    await chain.advanceTo(now - Math.round(ago));
    await step();
  }
  await chain.advanceTo(Math.floor(Date.now() / 1000));
}
