'use client';
import { useHydrated } from './use-hydrated.ts';

type TimeStyle = 'relative' | 'date' | 'datetime' | 'time';

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** "3 hours ago" or "in 2 days", in the given locale (default: the reader's). */
export function relativeTime(then: Date, now: Date, locale?: string): string {
  const seconds = Math.round((then.getTime() - now.getTime()) / 1000);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return format.format(0, 'second');
}

const formats: Record<TimeStyle, Intl.DateTimeFormatOptions> = {
  relative: { dateStyle: 'medium' },
  date: { dateStyle: 'medium' },
  datetime: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
};

/** The same text for every reader, in UTC: what the server can know. */
function neutralText(date: Date, style: TimeStyle): string {
  const text = new Intl.DateTimeFormat('en-GB', { ...formats[style], timeZone: 'UTC' }).format(date);
  return style === 'datetime' || style === 'time' ? `${text} UTC` : text;
}

function localText(date: Date, style: TimeStyle): string {
  if (style === 'relative') return relativeTime(date, new Date());
  return new Intl.DateTimeFormat(undefined, formats[style]).format(date);
}

interface TimeProps {
  /** ISO 8601. */
  value: string;
  style?: TimeStyle;
  className?: string;
}

/** A moment in the reader's locale and zone, exact on hover; in UTC until the page is live. */
export function Time({ value, style = 'relative', className }: TimeProps) {
  const hydrated = useHydrated();
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return null;
  const exact = hydrated
    ? new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' }).format(date)
    : date.toISOString();
  return (
    <time dateTime={value} title={exact} className={className}>
      {hydrated ? localText(date, style) : neutralText(date, style)}
    </time>
  );
}
