import type { ParquetParsers } from 'hyparquet';
import { Day, Moment } from '../arrays/times.ts';

/** Written for a time that its writer could not store. */
export const OUT_OF_RANGE = 'out of range';

const moment = (decimals: Moment['decimals']) => (count: bigint) => new Moment(BigInt(count), decimals);

/** Keep times and dates as they are stored: a `Date` has milliseconds, and only 273,790 years on each side of 1970. */
export const timeParsers: Partial<ParquetParsers> = {
  timestampFromMilliseconds: moment(3),
  timestampFromMicroseconds: moment(6),
  timestampFromNanoseconds: (count) => (isOverflow(count) ? OUT_OF_RANGE : moment(9)(count)),
  dateFromDays: (days) => new Day(days),
};

const NANOSECONDS_PER_DAY = 86_400_000_000_000n;

/**
 * INT96 is a Julian day, and nanoseconds of that day. Spark writes negative ones for years that it cannot store, and hyparquet then loses
 * the day: it reads the nanoseconds as a number without sign, after the day -1.
 */
function isOverflow(count: bigint): boolean {
  const nanoseconds = count + 2_440_589n * NANOSECONDS_PER_DAY;
  return nanoseconds >= 2n ** 63n && nanoseconds < 2n ** 64n;
}
