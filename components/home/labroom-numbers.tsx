import type { StatisticsQuery } from '@labroom/client/documents';
import { formatBytes } from '../ui/byte-size.tsx';
import { Sparkline } from '../ui/figures/sparkline.tsx';

/** With fewer labs, the totals say nothing about Labroom. */
const LEAST_LABS = 20;

/** Totals over all labs. Numbers that are still zero are left out, and all of them while there are few labs. */
export function LabroomNumbers({ statistics }: { statistics: StatisticsQuery['statistics'] }) {
  const { labs, labsWithToken, files, storedBytes, keysReleased, weeks } = statistics;
  if (labs < LEAST_LABS) return null;
  const numbers: NumberShown[] = [
    {
      count: labs,
      shown: grouped(labs),
      label: labs === 1 ? 'lab' : 'labs',
      series: endingIn(
        labs,
        weeks.map((week) => week.labs),
      ),
      name: grouped,
    },
    {
      count: files,
      shown: grouped(files),
      label: files === 1 ? 'file' : 'files, each with its versions',
      series: endingIn(
        files,
        weeks.map((week) => week.files),
      ),
      name: grouped,
    },
    {
      count: Number(storedBytes),
      shown: formatBytes(storedBytes),
      label: 'stored',
      series: endingIn(
        Number(storedBytes),
        weeks.map((week) => Number(week.storedBytes)),
      ),
      name: formatBytes,
    },
    { count: keysReleased, shown: grouped(keysReleased), label: 'keys of encrypted files released' },
    {
      count: labsWithToken,
      shown: grouped(labsWithToken),
      label: labsWithToken === 1 ? 'lab with a token' : 'labs with a token',
    },
  ].filter(({ count }) => count > 0);
  if (numbers.length === 0) return null;
  return (
    <dl className="grid grid-cols-2 gap-y-6 border-t border-ink pt-3 sm:flex" aria-label="Labroom in numbers">
      {numbers.map(({ shown, label, series, name = grouped }) => (
        <div key={label} className="flex flex-1 flex-col pr-6">
          <dt className="order-1 mt-1 text-sm text-ink2">{label}</dt>
          <dd className="numeral">{shown}</dd>
          {series && (
            <dd aria-hidden className="order-2 max-w-48">
              <Growth series={series} name={name} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** The series up to the total, which may be newer than the last week of the series. */
const endingIn = (total: number, series: readonly number[]) => [...series.slice(0, -1), total];

interface NumberShown {
  count: number;
  shown: string;
  label: string;
  /** At the end of each week, oldest first. */
  series?: readonly number[];
  name?: (value: number) => string;
}

/** How a number grew. Nothing, if it did not change or is new. */
function Growth({ series, name }: { series: readonly number[]; name: (value: number) => string }) {
  const since = series.findIndex((value) => value > 0);
  const [first, last] = [series[since], series.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const weeks = series.length - since;
  return (
    <Sparkline
      values={series.slice(since)}
      first={`${weeks - 1} weeks ago: ${name(first)}`}
      last={name(last)}
    />
  );
}

const grouped = (count: number) => count.toLocaleString('en');
