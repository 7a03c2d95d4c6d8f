import type { SideName, Target } from './rows/row.ts';
import { median, type TakenSample } from './rows/run-case.ts';

export interface RowResult {
  name: string;
  title: string;
  note: string;
  takenAt: string;
  machine: Readonly<Record<string, string | number>>;
  cases: {
    name: string;
    figures: Readonly<Record<string, { better: 'less' | 'more'; target?: Target }>>;
    sides: Partial<Record<SideName, string>>;
    samples: TakenSample[];
  }[];
}

type CaseResult = RowResult['cases'][number];

/**
 * Rows as a Markdown table: median, minimum and maximum, and the median ratio of the rounds to peer and limit (below 1:
 * Labroom is better).
 */
export function markdownTable(rows: readonly RowResult[]): string {
  const lines = rows.flatMap((row) =>
    row.cases.flatMap((one) =>
      Object.entries(one.figures).map(([figure, { better, target }]) => {
        const [besidePeer, besideLimit] = (['peer', 'limit'] as const).map((side) =>
          timesAsBad(one, figure, better, side),
        );
        const cells = [
          `${row.name} ${one.name}`,
          figure,
          ...(['ours', 'peer', 'limit'] as const).map((side) => cell(valuesOf(one, figure, side))),
          times(besidePeer),
          times(besideLimit),
          verdict(target, { peer: besidePeer, limit: besideLimit }),
        ];
        return `| ${cells.join(' | ')} |`;
      }),
    ),
  );
  return [
    '| work | figure | ours | peer | limit | ours / peer | ours / limit | wanted |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/** Descriptions of rows, peers and limits. */
export function legend(rows: readonly RowResult[]): string {
  return rows
    .map((row) => {
      const sides = new Set(
        row.cases.flatMap(({ sides }) => Object.entries(sides).map(([name, what]) => `${name}: ${what}`)),
      );
      return `- **${row.name}** ${row.title}. ${[...sides].join('; ')}. ${row.note}`;
    })
    .join('\n');
}

function valuesOf(one: CaseResult, figure: string, side: SideName): number[] {
  return one.samples.flatMap((sample) => (sample.side === side ? (sample.figures[figure] ?? []) : []));
}

function timesAsBad(
  one: CaseResult,
  figure: string,
  better: 'less' | 'more',
  side: 'peer' | 'limit',
): number | undefined {
  const [ours, other] = [valuesOf(one, figure, 'ours'), valuesOf(one, figure, side)];
  if (other.length === 0) return undefined;
  return median(
    ours.map((value, round) => {
      const beside = other[round] ?? Number.NaN;
      return better === 'less' ? value / beside : beside / value;
    }),
  );
}

function cell(values: readonly number[]): string {
  if (values.length === 0) return '';
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const spread = least === most ? '' : ` (${short(least)}–${short(most)})`;
  return `${short(median(values))}${spread}`;
}

function verdict(target: Target | undefined, ratios: Record<'peer' | 'limit', number | undefined>): string {
  const ratio = target && ratios[target.beside];
  if (!target || ratio === undefined) return '';
  const wanted = `≤ ${target.atMost} × ${target.beside}`;
  return ratio <= target.atMost ? `${wanted}: yes` : `${wanted}: **behind**`;
}

function times(ratio: number | undefined): string {
  return ratio === undefined ? '' : `${short(ratio)} ×`;
}

function short(value: number): string {
  return value.toLocaleString(
    'en',
    Math.abs(value) < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 },
  );
}
