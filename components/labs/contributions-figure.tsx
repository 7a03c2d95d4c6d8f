import type { LabFiguresQuery } from '@labroom/client/documents';
import { weeksBetween, weeksUpTo } from '@labroom/protocol/week';
import { Columns } from '../ui/figures/columns.tsx';
import { Figure } from '../ui/figures/figure.tsx';
import { Legend } from '../ui/figures/legend.tsx';
import { dateLabel, weekTicks } from '../ui/figures/scales.ts';

export type RoomFigures = NonNullable<LabFiguresQuery['labWithDataRoomAndFiles']>['dataRoom'];

const mostWeeks = 52;
/** A young lab has a shorter axis. */
const leastWeeks = 12;

const series = [
  { name: 'Public', fill: 'bar' },
  { name: 'Encrypted', fill: 'solid' },
] as const;

/** Versions per week over the last year, public below and encrypted above. */
export function ContributionsFigure({ number, weeks }: { number: number; weeks: RoomFigures['weeks'] }) {
  const now = Date.now();
  const counts = new Map(weeks.map((week) => [Date.parse(week.startsAt), week]));
  const age = weeksBetween(Math.min(now, ...counts.keys()), now);
  const starts = weeksUpTo(now, Math.min(mostWeeks, Math.max(leastWeeks, Math.ceil(age * 1.2))));
  const shown = starts.map((start) => {
    const { publicCount = 0, encryptedCount = 0 } = counts.get(start) ?? {};
    return { date: dateLabel(new Date(start)), publicCount, encryptedCount };
  });
  return (
    <Figure
      number={number}
      title="Contributions per week"
      unit="new files and versions"
      sentence={sentenceOf(shown)}
      legend={<Legend items={series} />}
      table={{
        columns: ['Week from', 'Public', 'Encrypted'],
        rows: shown
          .filter(({ publicCount, encryptedCount }) => publicCount + encryptedCount > 0)
          .map(({ date, publicCount, encryptedCount }) => [date, publicCount, encryptedCount]),
      }}
    >
      <Columns
        columns={shown.map(({ date, publicCount, encryptedCount }) => ({
          title: `Week from ${date}: ${publicCount} public, ${encryptedCount} encrypted`,
          values: [publicCount, encryptedCount],
        }))}
        fills={series.map(({ fill }) => fill)}
        times={weekTicks(starts)}
      />
    </Figure>
  );
}

function sentenceOf(weeks: readonly { date: string; publicCount: number; encryptedCount: number }[]): string {
  const total = (week: { publicCount: number; encryptedCount: number }) =>
    week.publicCount + week.encryptedCount;
  const all = weeks.reduce((sum, week) => sum + total(week), 0);
  const most = weeks.reduce((best, week) => (total(week) > total(best) ? week : best));
  const now = weeks.at(-1);
  if (all === 0) return `No file was added or changed in the last ${weeks.length} weeks.`;
  const busiest = `the most in the week from ${most.date} (${total(most).toLocaleString('en')})`;
  return `${all.toLocaleString('en')} in ${weeks.length} weeks, ${busiest}; ${now ? total(now).toLocaleString('en') : 0} this week.`;
}
