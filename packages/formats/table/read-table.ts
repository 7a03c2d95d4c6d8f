import { type PackedTable, packed } from './packed-table.ts';
import { parseDelimited } from './parse-delimited.ts';

export interface TableOptions {
  separator: string | null;
  hasHeader: boolean | null;
}

/** Parses the table of a text file. Runs in a worker. */
export async function readTable(body: Blob, { separator, hasHeader }: TableOptions): Promise<PackedTable> {
  const options = { separator: separator ?? undefined, hasHeader: hasHeader ?? undefined };
  return packed(parseDelimited((await body.text()).replace(/^\uFEFF/, ''), options));
}
