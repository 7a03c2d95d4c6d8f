import type { SortKey } from '#lib/data-room/sort-key.ts';

export type ColumnId = 'type' | 'access' | 'version' | 'changedBy' | 'size' | 'updated';

interface Column {
  id: ColumnId;
  name: string;
  sort: SortKey;
  /** Width in rem. */
  width: number;
  /** Index into `tiers`: the narrowest list that has room for the column. */
  tier: 0 | 1 | 2 | 3;
  isNumber?: boolean;
}

/** Columns after the name, in their order. */
const all: readonly Column[] = [
  { id: 'type', name: 'Type', sort: 'type', width: 8, tier: 3 },
  { id: 'access', name: 'Access', sort: 'access', width: 9.5, tier: 0 },
  { id: 'version', name: 'Version', sort: 'version', width: 5, tier: 2, isNumber: true },
  { id: 'changedBy', name: 'Changed by', sort: 'changedBy', width: 8, tier: 3 },
  { id: 'size', name: 'Size', sort: 'size', width: 6.5, tier: 1, isNumber: true },
  { id: 'updated', name: 'Changed', sort: 'updated', width: 8, tier: 1 },
];

export const columnNames: readonly Pick<Column, 'id' | 'name'>[] = all;

/** The chosen columns, in the order of the table. */
export function columnsOf(chosen: readonly ColumnId[]): readonly Column[] {
  return all.filter(({ id }) => chosen.includes(id));
}

/** Container queries of the list, which is narrow beside an open file even on a wide screen. */
const tiers = ['flex', 'hidden @2xl:flex', 'hidden @4xl:flex', 'hidden @5xl:flex'] as const;

/** Classes of a row. `gridStyle` sets the variables. */
export const rowGrid =
  'grid items-center grid-cols-(--columns-0) @2xl:grid-cols-(--columns-1) @4xl:grid-cols-(--columns-2) @5xl:grid-cols-(--columns-3)';

/** Classes of a cell and of its head. */
export const cellClass = ({ tier, isNumber }: Column) =>
  `${tiers[tier]} min-w-0 items-center ${isNumber ? 'tabular justify-end pr-6' : 'pr-3'}`;

/** Variables of `rowGrid`: the columns of lists of each width. */
export function gridStyle(chosen: readonly ColumnId[], rowHeight: number): Record<`--${string}`, string> {
  const template = (tier: number) => {
    const shown = columnsOf(chosen).filter((column) => column.tier <= tier);
    const widths = shown.map(({ id, width }) => `${tier === 0 && id === 'access' ? 6 : width}rem`);
    return ['2.5rem', 'minmax(0,1fr)', ...widths].join(' ');
  };
  return {
    '--row-height': `${rowHeight}px`,
    ...Object.fromEntries(tiers.map((_, tier) => [`--columns-${tier}`, template(tier)])),
  };
}
