'use client';
import { dateText, dayOf } from '#lib/dates/date-text.ts';
import { useHydrated } from '../ui/use-hydrated.ts';

/** The day until which a to-do is to be done. After hydration it says when that day has passed for the reader. */
export function DueDay({ day, isOpen }: { day: string; isOpen: boolean }) {
  const hydrated = useHydrated();
  // A calendar day has no time zone.
  const shown = dateText(new Date(`${day}T00:00:00Z`), 'date', 'utc');
  const isLate = hydrated && isOpen && day < dayOf(new Date(), 'reader');
  return (
    <time dateTime={day} className={isLate ? 'text-bad' : undefined}>
      {isLate ? `overdue since ${shown}` : `due ${shown}`}
    </time>
  );
}
