import { weeksBetween, weeksUpTo } from '@labroom/protocol/week';
import type { Column } from '../ui/figures/columns.tsx';
import { dateLabel } from '../ui/figures/scales.ts';
import type { Ledger } from './token-lab.ts';
import { shownAmount } from './token-units.ts';

type Week = Pick<Ledger['weeks'][number], 'startsAt' | 'transfers' | 'transferred'>;

/** The weeks from the first one with transfers to the current one, at least eight and at most 26, oldest first. */
export function weeksUntil(now: Date, weeks: readonly Week[]): Week[] {
  const known = new Map(weeks.map((week) => [Date.parse(week.startsAt), week]));
  const age = weeksBetween(Math.min(now.getTime(), ...known.keys()), now.getTime());
  return weeksUpTo(now.getTime(), Math.min(26, Math.max(8, age))).map(
    (start) =>
      known.get(start) ?? { startsAt: new Date(start).toISOString(), transfers: 0, transferred: '0' },
  );
}

export function columnOf({ startsAt, transfers, transferred }: Week): Column {
  const count = `${transfers} ${transfers === 1 ? 'transfer' : 'transfers'}`;
  return {
    title: `Week of ${dateLabel(new Date(startsAt))}: ${count}, ${shownAmount(transferred)}`,
    values: [transfers],
  };
}
