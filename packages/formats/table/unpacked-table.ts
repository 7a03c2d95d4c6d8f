import type { DelimitedTable } from './delimited-table.ts';
import type { PackedTable } from './read-table.ts';

type Packed = Omit<PackedTable, 'encoding' | 'isGuessed'>;

export function unpacked({ text, ends, widths, ...table }: Packed): DelimitedTable {
  let at = 0;
  let start = 0;
  const rows = Array.from(widths, (width) =>
    Array.from({ length: width }, () => {
      const end = ends[at++] ?? 0;
      const value = text.slice(start, end);
      start = end;
      return value;
    }),
  );
  return { ...table, rows };
}
