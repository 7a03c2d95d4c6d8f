/** A moment of a data room in a URL: a release by its number, or a day (UTC). */
export type Moment = { release: number } | { day: string } | 'now';

/** Reads `release-3`, `2026-01-31` or `now`; null if it is none. */
export function parseMoment(text: string | undefined): Moment | null {
  if (text === 'now') return 'now';
  const release = /^release-([1-9]\d{0,3})$/.exec(text ?? '')?.[1];
  if (release) return { release: Number(release) };
  return isDay(text) ? { day: text } : null;
}

/** Dates that `Date` would move to another month are none. */
function isDay(text: string | undefined): text is string {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The beginning of a day, and its end, as ISO 8601. */
export const startOf = (day: string): string => `${day}T00:00:00.000Z`;
export const endOf = (day: string): string => `${day}T23:59:59.999Z`;
