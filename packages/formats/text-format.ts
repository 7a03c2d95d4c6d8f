import { formatOf, nameInGzip } from './formats.ts';
import type { TextFormat } from './searchable/read-text.ts';

/** Text files with values or markup rather than sentences. */
const NOT_PROSE = /\.(bed|gff3?|gtf|log|mol2|nf|nwk|sam|vcf|html?|xhtml|xml|svg)$/i;

/** How to read the text of a file; `null` if it has none, or is too large to read. */
export function textFormatOf(name: string, contentType: string, size: number): TextFormat | null {
  const format = formatOf(name, contentType);
  if (format?.id === 'gzip') return textInGzip(name);
  if (!format || size > format.maxBytes || NOT_PROSE.test(name)) return null;
  return format.text ?? null;
}

/** Tables and texts are read in gzip files too. */
function textInGzip(name: string): TextFormat | null {
  const inner = nameInGzip(name);
  const text = NOT_PROSE.test(inner) ? null : formatOf(inner, '')?.text;
  return text === 'table' || text === 'plain' ? text : null;
}
