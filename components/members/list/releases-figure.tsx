import type { MemberFieldsFragment } from '@labroom/client/documents';
import { PersonFace } from '../../core/people/person-face.tsx';
import { PersonName } from '../../core/people/person-name.tsx';
import { Figure } from '../../ui/figures/figure.tsx';
import { dateLabel, timeTicks } from '../../ui/figures/scales.ts';
import { Stems } from '../../ui/figures/stems.tsx';
import type { KeyReleaseDays } from './access-calendar.tsx';

interface KeyReleasesFigureProps {
  number: number;
  days: number;
  releases: KeyReleaseDays;
  members: readonly MemberFieldsFragment[];
}

const dayMilliseconds = 86_400_000;
const peopleShown = 8;

/** Keys of encrypted files that were released per day and to whom. For the owners of a lab. */
export function KeyReleasesFigure({ number, days, releases, members }: KeyReleasesFigureProps) {
  const today = Math.floor(Date.now() / dayMilliseconds) * dayMilliseconds;
  const first = today - (days - 1) * dayMilliseconds;
  const byDay = Map.groupBy(releases, ({ day }) => Date.parse(day));
  const stems = Array.from({ length: days }, (_, index) => {
    const time = first + index * dayMilliseconds;
    const { released, refused } = totalOf(byDay.get(time) ?? []);
    const title = `${dateLabel(new Date(time))}: ${released} released, ${refused} refused`;
    return { title, value: released, isCrossed: refused > 0, time, refused };
  });
  const people = [...Map.groupBy(releases, ({ wallet }) => wallet)]
    .map(([wallet, rows]) => ({ wallet, ...totalOf(rows) }))
    .sort((one, other) => other.released - one.released);
  const all = totalOf(releases);
  const most = Math.max(1, ...people.map(({ released }) => released));
  const agents = new Set(members.filter(({ isAgent }) => isAgent).map(({ walletAddress }) => walletAddress));
  return (
    <Figure
      number={number}
      title="Keys released"
      unit={`per day, last ${days} days; only owners see this`}
      heading="h2"
      sentence={`${all.released} released to ${people.filter(({ released }) => released > 0).length} wallets; ${all.refused} refused, days with a refusal have a cross.`}
      table={{
        columns: ['Day', 'Released', 'Refused'],
        rows: stems
          .filter(({ value, refused }) => value + refused > 0)
          .map(({ time, value, refused }) => [dateLabel(new Date(time)), value, refused]),
      }}
    >
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Stems stems={stems} times={timeTicks(new Date(first), new Date(today + dayMilliseconds), 6)} />
        <ul className="text-xs">
          {people.slice(0, peopleShown).map(({ wallet, released, refused }) => (
            <li key={wallet} className="grid grid-cols-[8.5rem_minmax(0,1fr)_auto] items-center gap-3 py-1">
              <span className="flex min-w-0 items-center gap-2">
                <PersonFace address={wallet} isAgent={agents.has(wallet)} size={20} />
                <PersonName value={wallet} />
              </span>
              <span className="h-2 bg-press">
                <span
                  className="print-colours block h-full bg-bar"
                  style={{ width: `${(released / most) * 100}%` }}
                />
              </span>
              <span className="tabular">
                {released}
                {refused > 0 && <span className="text-bad"> × {refused}</span>}
              </span>
            </li>
          ))}
          {people.length > peopleShown && (
            <li className="pt-1 text-ink2">and {people.length - peopleShown} more wallets</li>
          )}
        </ul>
      </div>
    </Figure>
  );
}

function totalOf(rows: KeyReleaseDays) {
  return rows.reduce(
    (sum, { released, refused }) => ({ released: sum.released + released, refused: sum.refused + refused }),
    { released: 0, refused: 0 },
  );
}
