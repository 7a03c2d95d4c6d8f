'use client';
import { useHydrated } from '../ui/use-hydrated.ts';

/** The day until which a to-do is to be done. After hydration it says when that day has passed for the reader. */
export function DueDay({ day, isOpen }: { day: string; isOpen: boolean }) {
  const hydrated = useHydrated();
  // A calendar day has no time zone.
  const shown = new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const isLate = hydrated && isOpen && day < today();
  return (
    <time dateTime={day} className={isLate ? 'text-bad' : undefined}>
      {isLate ? `overdue since ${shown}` : `due ${shown}`}
    </time>
  );
}

/** `2026-01-31`, in the reader's time zone. */
function today(): string {
  return new Date().toLocaleDateString('en-CA');
}
