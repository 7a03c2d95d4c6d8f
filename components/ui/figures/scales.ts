import { scaleLinear, scaleUtc } from 'd3-scale';
import type { Tick } from './positions.ts';

export interface CountScale {
  /** The largest value of the axis. */
  top: number;
  ticks: Tick[];
}

/** An axis for counts from zero: whole numbers, and about `count` ticks. */
export function countScale(values: readonly number[], count = 3): CountScale {
  const scale = scaleLinear()
    .domain([0, Math.max(1, ...values)])
    .nice(count);
  const top = scale.domain()[1] ?? 1;
  const ticks = scale.ticks(count).filter(Number.isInteger);
  return { top, ticks: ticks.map((value) => ({ at: value / top, label: countLabel(value) })) };
}

/** Short enough for the axis: from 100,000 on as `250K`, `1M`. */
function countLabel(value: number): string {
  if (value >= 1e15) return value.toExponential(0);
  return value.toLocaleString('en', value >= 100_000 ? { notation: 'compact' } : {});
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Ticks of a time axis in UTC, about `count` of them: days with a month, or months, the first of a year with its year. */
export function timeTicks(from: Date, to: Date, count = 12): Tick[] {
  const span = to.getTime() - from.getTime();
  if (span <= 0) return [];
  return scaleUtc()
    .domain([from, to])
    .ticks(count)
    .map((date) => ({ at: (date.getTime() - from.getTime()) / span, label: timeLabel(date, span) }));
}

const dayMilliseconds = 86_400_000;

function timeLabel(date: Date, span: number): string {
  const month = months[date.getUTCMonth()] ?? '';
  if (span < 2 * dayMilliseconds) return date.toISOString().slice(11, 16);
  if (span < 150 * dayMilliseconds && date.getUTCDate() !== 1) return `${date.getUTCDate()} ${month}`;
  if (span > 5 * 366 * dayMilliseconds || (span > 1000 * dayMilliseconds && date.getUTCMonth() === 0))
    return String(date.getUTCFullYear());
  return date.getUTCMonth() === 0 ? `${month} ${date.getUTCFullYear()}` : month;
}

/** Ticks under the middle of about six of the columns that each show a week, with its Monday. */
export function weekTicks(starts: readonly number[]): Tick[] {
  const every = Math.ceil(starts.length / 6);
  const ticks = starts.map((start, position) => {
    const date = new Date(start);
    const label = `${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
    return { at: (position + 0.5) / starts.length, label };
  });
  return ticks.filter((_, position) => (starts.length - 1 - position) % every === 0);
}

/** A date of UTC as in `12 Oct 2026`. */
export const dateLabel = (date: Date) =>
  `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
