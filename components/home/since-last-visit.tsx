'use client';
import { useEffect, useState } from 'react';
import { visit } from '#lib/windows/last-visit.ts';
import { Time } from '../ui/time.tsx';

interface SinceLastVisitProps {
  wallet: string;
  /** When the changes on the page began, ISO 8601, the newest first. */
  changes: readonly string[];
}

/** How many of these changes are new since the last visit of the home in this browser. One line, from the beginning. */
export function SinceLastVisit({ wallet, changes }: SinceLastVisitProps) {
  const [last, setLast] = useState<Date | null>(null);
  useEffect(() => setLast(visit(`home.${wallet}`)), [wallet]);
  const count = last ? changes.filter((at) => Date.parse(at) > last.getTime()).length : 0;
  return (
    <p className="-mt-2 min-h-6 text-sm text-ink2">
      {last && (
        <>
          {count === 0 ? 'Nothing new' : count === changes.length ? `${count} or more new` : `${count} new`}{' '}
          since your last visit, <Time value={last.toISOString()} />
        </>
      )}
    </p>
  );
}
