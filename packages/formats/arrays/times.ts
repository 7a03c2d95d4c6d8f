/** A time as it is stored: a count since 1970, with as many decimals of a second as the column has. */
export class Moment {
  readonly count: bigint;
  readonly decimals: 0 | 3 | 6 | 9;

  constructor(count: bigint, decimals: Moment['decimals']) {
    this.count = count;
    this.decimals = decimals;
  }
}

/** A date as it is stored: days since 1970. */
export class Day {
  readonly days: number;

  constructor(days: number) {
    this.days = days;
  }
}

const SECONDS_PER_DAY = 86_400n;

/** ISO 8601 with all stored decimals, for any year. `Z` only if the column says that its times are in UTC. */
export function momentText({ count, decimals }: Moment, isUtc: boolean): string {
  const perSecond = 10n ** BigInt(decimals);
  const perDay = SECONDS_PER_DAY * perSecond;
  const ofDay = ((count % perDay) + perDay) % perDay;
  const seconds = Number(ofDay / perSecond);
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => padded(Math.floor(part)));
  const fraction = decimals === 0 ? '' : `.${String(ofDay % perSecond).padStart(decimals, '0')}`;
  const days = Number((count - ofDay) / perDay);
  return `${dayText({ days })}T${clock.join(':')}${fraction}${isUtc ? 'Z' : ''}`;
}

const padded = (part: number) => String(part).padStart(2, '0');

/** ISO 8601, proleptic Gregorian calendar; years with more than four digits, or before 0, have a sign. */
export function dayText({ days }: Day): string {
  // Years begin in March here, so that the day that leap years add is their last one.
  const fromMarch = days + 719_468;
  const era = Math.floor(fromMarch / 146_097);
  const dayOfEra = fromMarch - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const years =
    year >= 0 && year <= 9_999
      ? String(year).padStart(4, '0')
      : `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`;
  return `${years}-${padded(month)}-${padded(day)}`;
}
