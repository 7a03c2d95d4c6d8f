'use client';
import { type DateStyle, dateText, exactText } from '#lib/dates/date-text.ts';
import { classNames } from './class-names.ts';
import { useHydrated } from './use-hydrated.ts';

interface TimeProps {
  /** ISO 8601. */
  value: string;
  style?: DateStyle;
  className?: string;
}

/** A moment in the reader's time zone, exact and with the zone on hover. In UTC until hydration, in the same width. */
export function Time({ value, style = 'datetime', className }: TimeProps) {
  const zone = useHydrated() ? 'reader' : 'utc';
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return null;
  return (
    <time
      dateTime={value}
      title={exactText(date, zone)}
      className={classNames('tabular whitespace-nowrap', className)}
    >
      {dateText(date, style, zone)}
    </time>
  );
}
