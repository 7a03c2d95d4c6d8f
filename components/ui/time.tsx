'use client';
import { neutralTime, type TimeStyle } from '#lib/dates/stable-date.ts';
import { useHydrated } from './use-hydrated.ts';

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** "3 hours ago" or "in 2 days", in the given language (default: the browser's). */
export function relativeTime(then: Date, now: Date, locale?: string): string {
  const seconds = Math.round((then.getTime() - now.getTime()) / 1000);
  const [unit, length] = units.find(([, atLeast]) => Math.abs(seconds) >= atLeast) ?? ['second', Infinity];
  const count = Math.trunc(seconds / length);
  // English, the language of the page, is formatted here: creating an `Intl.RelativeTimeFormat` would delay hydration
  // on a phone by a tenth of a second.
  if ((locale ?? navigator.language).startsWith('en')) return englishRelative(count, unit);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(count, unit);
}

const besideToday: Readonly<Record<string, [string, string]>> = {
  day: ['yesterday', 'tomorrow'],
  month: ['last month', 'next month'],
  year: ['last year', 'next year'],
};

function englishRelative(count: number, unit: string): string {
  if (count === 0) return 'now';
  const amount = Math.abs(count);
  const named = amount === 1 ? besideToday[unit] : undefined;
  if (named) return count < 0 ? named[0] : named[1];
  const words = `${amount} ${unit}${amount === 1 ? '' : 's'}`;
  return count < 0 ? `${words} ago` : `in ${words}`;
}

const localFormats = {
  date: { dateStyle: 'medium' },
  datetime: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
  exact: { dateStyle: 'full', timeStyle: 'long' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

// Cached: creating a formatter takes a hundred times as long as using it.
const formatters = new Map<keyof typeof localFormats, Intl.DateTimeFormat>();

function localText(date: Date, style: keyof typeof localFormats): string {
  const formatter = formatters.get(style) ?? new Intl.DateTimeFormat(undefined, localFormats[style]);
  formatters.set(style, formatter);
  return formatter.format(date);
}

interface TimeProps {
  /** ISO 8601. */
  value: string;
  style?: TimeStyle;
  className?: string;
}

/** A timestamp in the reader's locale and time zone, exact on hover. In UTC until hydration. */
export function Time({ value, style = 'relative', className }: TimeProps) {
  const hydrated = useHydrated();
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return null;
  return (
    <time
      dateTime={value}
      title={date.toISOString()}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = localText(date, 'exact');
      }}
      className={className}
    >
      {hydrated ? readerText(date, style) : neutralTime(date, style)}
    </time>
  );
}

const readerText = (date: Date, style: TimeStyle) =>
  style === 'relative' ? relativeTime(date, new Date()) : localText(date, style);
