import { formatOf } from './formats.ts';
import type { TextFormat } from './searchable/read-text.ts';

/** Text files with values or markup rather than sentences. */
const NOT_PROSE = /\.(bed|gff3?|gtf|log|mol2|nf|nwk|sam|vcf|html?|xhtml|xml|svg)$/i;

/** How to read the text of a file; `null` if it has none, or is too large to read. */
export function textFormatOf(name: string, contentType: string, size: number): TextFormat | null {
  // It has text and no preview.
  if (/\.pptx$/i.test(name)) return 'pptx';
  const format = formatOf(name, contentType);
  if (!format || size > format.maxBytes || NOT_PROSE.test(name)) return null;
  return format.text ?? null;
}
