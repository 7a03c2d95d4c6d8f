import type { DelimitedTable } from './parse-delimited.ts';

/** A table whose values are one text: messages of hundred thousands of texts would keep the page waiting. */
export interface PackedTable extends Omit<DelimitedTable, 'rows'> {
  text: string;
  /** Where each value ends in `text`. */
  ends: Uint32Array;
  /** Number of values of each row. */
  widths: Uint32Array;
}

export function packed({ rows, ...table }: DelimitedTable): PackedTable {
  const values = rows.flat();
  const ends = new Uint32Array(values.length);
  let end = 0;
  for (const [at, value] of values.entries()) {
    end += value.length;
    ends[at] = end;
  }
  return { ...table, text: values.join(''), ends, widths: Uint32Array.from(rows, ({ length }) => length) };
}

export function unpacked({ text, ends, widths, ...table }: PackedTable): DelimitedTable {
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
