'use client';
import type { ReactNode } from 'react';
import { dateText } from '#lib/dates/date-text.ts';
import { groupByDay } from './group-by-day.ts';
import { useHydrated } from './use-hydrated.ts';

interface ByDayProps {
  /** Newest first; `at` is ISO 8601, `row` a list item. */
  items: readonly { at: string; row: ReactNode }[];
}

/** A list grouped by day: UTC days on the server, days in the reader's time zone after hydration. */
export function ByDay({ items }: ByDayProps) {
  const hydrated = useHydrated();
  return (
    <div className="flex flex-col gap-8">
      {groupByDay(items, hydrated ? 'reader' : 'utc').map(({ day, items: entries }) => (
        <section key={day} className="flex flex-col gap-2">
          <h2 className="text-sm font-medium text-ink2">
            {dateText(new Date(`${day}T00:00:00Z`), 'date', 'utc')}
          </h2>
          <ul className="divide-y divide-line border-b border-line">{entries.map(({ row }) => row)}</ul>
        </section>
      ))}
    </div>
  );
}
