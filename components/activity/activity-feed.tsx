'use client';
import { useHydrated } from '../ui/use-hydrated.ts';
import { type ActivityNode, activityKey, groupByDay } from './activity-entry.ts';
import { ActivityRow } from './activity-row.tsx';

interface ActivityFeedProps {
  /** Newest first. */
  nodes: readonly ActivityNode[];
  shortname: string;
}

/** A feed by days: of UTC as the server sends it, of the reader's zone as soon as that is known. */
export function ActivityFeed({ nodes, shortname }: ActivityFeedProps) {
  const hydrated = useHydrated();
  return (
    <div className="flex flex-col gap-8">
      {groupByDay(nodes, hydrated ? undefined : 'UTC').map(({ day, nodes: entries }) => (
        <section key={day} className="flex flex-col gap-2">
          <h2 className="text-sm font-medium text-muted">{dayName(day, hydrated)}</h2>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface px-4">
            {entries.map((node) => (
              <ActivityRow key={activityKey(node)} node={node} shortname={shortname} timeStyle="time" />
            ))}
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
