/** Weeks begin on Monday, 00:00 UTC. Times are milliseconds since 1970. */
export const weekMilliseconds = 7 * 86_400_000;

/** 1970-01-05. */
const firstMonday = 4 * 86_400_000;

/** Start of the week of a time. */
export const weekOf = (time: number): number =>
  firstMonday + Math.floor((time - firstMonday) / weekMilliseconds) * weekMilliseconds;

/** Starts of the newest `count` weeks, oldest first; the week of `time` is the last. */
export function weeksUpTo(time: number, count: number): number[] {
  const last = weekOf(time);
  return Array.from({ length: count }, (_, index) => last - (count - 1 - index) * weekMilliseconds);
}

/** Number of weeks from the week of one time to the week of another, both included. */
export const weeksBetween = (from: number, to: number): number =>
  (weekOf(to) - weekOf(from)) / weekMilliseconds + 1;
