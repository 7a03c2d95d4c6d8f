import { ServiceError } from '../errors.ts';

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, M: 30 * 86_400, y: 365 * 86_400 } as const;
const DEFAULT_SECONDS = 30 * 86_400;

/**
 * Seconds of a lifetime such as `30d` or `720h`: a whole number and one of `s m h d w M y` (M = 30 days, y = 365 days),
 * from one minute to two years; 30 days where left out.
 */
export function parseLifetime(text: string | null | undefined): number {
  if (text === null || text === undefined) return DEFAULT_SECONDS;
  const [, digits, unit] = /^([0-9]{1,10})([smhdwMy])$/.exec(text) ?? [];
  const seconds = digits && unit ? Number(digits) * SECONDS[unit as keyof typeof SECONDS] : Number.NaN;
  if (!(seconds >= 60 && seconds <= 2 * SECONDS.y)) {
    throw new ServiceError(
      'VALIDATION_FAILED',
      'expiresIn must be a whole number and one of s m h d w M y, from one minute to two years, such as 30d.',
      { reason: 'INVALID_EXPIRES_IN' },
    );
  }
  return seconds;
}
