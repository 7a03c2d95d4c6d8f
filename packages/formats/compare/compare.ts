import { contentOf } from '../gzip/read-gzip.ts';
import { bodyInUtf8, requireText } from '../text/decoded-text.ts';
import { compareJson } from './compare-json.ts';
import { compareNotebooks } from './compare-notebooks.ts';
import { comparePdf } from './compare-pdf.ts';
import { compareTables } from './compare-tables.ts';
import { compareText } from './compare-text.ts';
import type { Comparison, ComparisonOptions } from './comparison.ts';

/** Compares two versions of a file. Runs in a worker. */
export async function compare(later: Blob, options: ComparisonOptions): Promise<Comparison> {
  const { format, former, encoding, table } = options;
  if (format === 'pdf') return comparePdf(former, later);
  const [one, other] = await Promise.all([contentOf(former), contentOf(later)]);
  if (format === 'table')
    return compareTables(await bodyInUtf8(one, encoding), await bodyInUtf8(other, encoding), table);
  const [before, after] = await Promise.all([
    requireText(one, { encoding }),
    requireText(other, { encoding }),
  ]);
  if (format === 'json') return compareJson(before, after);
  if (format === 'notebook') return compareNotebooks(before, after);
  return compareText(before, after);
}
