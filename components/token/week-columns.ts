import type { Column } from '../figures/columns.tsx';
import { dateLabel } from '../figures/scales.ts';
import type { Ledger } from './token-lab.ts';
import { shownAmount } from './token-units.ts';

const weekMilliseconds = 7 * 86_400_000;

type Week = Pick<Ledger['weeks'][number], 'startsAt' | 'transfers' | 'transferred'>;

/** The weeks from the first one with transfers to the current one, at least eight and at most 26, oldest first. */
export function weeksUntil(now: Date, weeks: readonly Week[]): Week[] {
  const current = mondayOf(now);
  const known = new Map(weeks.map((week) => [Date.parse(week.startsAt), week]));
  const first = Math.min(current, ...known.keys());
  const count = Math.min(26, Math.max(8, Math.round((current - first) / weekMilliseconds) + 1));
  return Array.from({ length: count }, (_, at) => {
    const startsAt = current - (count - 1 - at) * weekMilliseconds;
    return (
      known.get(startsAt) ?? { startsAt: new Date(startsAt).toISOString(), transfers: 0, transferred: '0' }
    );
  });
}

export function columnOf({ startsAt, transfers, transferred }: Week): Column {
  const count = `${transfers} ${transfers === 1 ? 'transfer' : 'transfers'}`;
  return {
    title: `Week of ${dateLabel(new Date(startsAt))}: ${count}, ${shownAmount(transferred)}`,
    values: [transfers],
  };
}

function mondayOf(date: Date): number {
  const day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  return day - ((date.getUTCDay() + 6) % 7) * 86_400_000;
}
