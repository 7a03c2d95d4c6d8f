import { ServiceError } from '#platform/errors/errors.ts';

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, M: 30 * 86_400, y: 365 * 86_400 } as const;
const DEFAULT_SECONDS = 30 * 86_400;
/** Maximum lifetime of a token that the wallet's own key signed for. */
export const LONG_SECONDS = 2 * SECONDS.y;
/** Maximum lifetime of a token that a contract or an identity provider confirmed; either can withdraw it. */
export const SHORT_SECONDS = SECONDS.d;

/**
 * Parses a lifetime such as `30d` or `720h` into seconds: a whole number and one of `s m h d w M y` (M = 30 days, y =
 * 365 days), from one minute to two years; default 30 days.
 * @param longest the maximum for this kind of token, which is also the default if it is shorter
 * @throws ServiceError `VALIDATION_FAILED`, reason `INVALID_EXPIRES_IN` or `EXPIRES_IN_TOO_LONG`
 */
export function parseLifetime(
  text: string | null | undefined,
  longest: typeof LONG_SECONDS | typeof SHORT_SECONDS,
): number {
  if (text === null || text === undefined) return Math.min(DEFAULT_SECONDS, longest);
  const [, digits, unit] = /^([0-9]{1,10})([smhdwMy])$/.exec(text) ?? [];
  const seconds = digits && unit ? Number(digits) * SECONDS[unit as keyof typeof SECONDS] : Number.NaN;
  if (!(seconds >= 60 && seconds <= LONG_SECONDS)) {
    throw new ServiceError(
      'VALIDATION_FAILED',
      'expiresIn must be a whole number and one of s m h d w M y, from one minute to two years, such as 30d.',
      { reason: 'INVALID_EXPIRES_IN', details: { argument: 'expiresIn' } },
    );
  }
  if (seconds > longest) {
    throw new ServiceError(
      'VALIDATION_FAILED',
      "expiresIn must be at most 24h: only a token that the wallet's own key signed for lives longer. A smart account's token and one from a user token do not.",
      { reason: 'EXPIRES_IN_TOO_LONG', details: { longest: '24h' } },
    );
  }
  return seconds;
}
