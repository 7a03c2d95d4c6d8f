/** The latest end of a granted role, in days from now. `AccessResolver` rejects later ones, which are milliseconds by mistake. */
export const LONGEST_GRANT_DAYS = 36_525;

/**
 * What is wrong with the end of a role, or `null`. The contract decides by the time of its block.
 * @param expiry Unix seconds; 0 is permanent
 */
export function explainExpiry(expiry: bigint, now: Date): string | null {
  const seconds = BigInt(Math.floor(now.getTime() / 1000));
  if (expiry === 0n) return null;
  if (expiry <= seconds) return 'The end of a role must be in the future.';
  if (expiry > seconds + BigInt(LONGEST_GRANT_DAYS) * 86_400n)
    return 'The end of a role must be within the next 100 years, in seconds since 1970.';
  return null;
}
