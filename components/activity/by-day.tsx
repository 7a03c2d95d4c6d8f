'use client';
import type { ReactNode } from 'react';
import { useHydrated } from '../ui/use-hydrated.ts';
import { groupByDay } from './group-by-day.ts';

interface ByDayProps {
  /** Newest first; `at` is ISO 8601, `row` a list item. */
  items: readonly { at: string; row: ReactNode }[];
}

/** A feed by days: of UTC as the server sends it, of the reader's zone as soon as that is known. */
export function ByDay({ items }: ByDayProps) {
  const hydrated = useHydrated();
  return (
    <div className="flex flex-col gap-8">
      {groupByDay(items, hydrated ? undefined : 'UTC').map(({ day, items: entries }) => (
        <section key={day} className="flex flex-col gap-2">
          <h2 className="text-sm font-medium text-muted">{dayName(day, hydrated)}</h2>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface px-4">
            {entries.map(({ row }) => row)}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** A calendar day as text; the day itself has no zone any more. */
function dayName(day: string, hydrated: boolean): string {
  const format = new Intl.DateTimeFormat(hydrated ? undefined : 'en-GB', {
    dateStyle: 'full',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${day}T00:00:00Z`));
}
