import { previewOf } from '#lib/download/preview-format.ts';

/** A format whose text can be read in the browser. */
export type TextFormat = 'docx' | 'notebook' | 'pdf' | 'plain' | 'pptx' | 'table' | 'xlsx';

const BY_PREVIEW: Partial<Record<string, TextFormat>> = {
  docx: 'docx',
  markdown: 'plain',
  notebook: 'notebook',
  pdf: 'pdf',
  table: 'table',
  text: 'plain',
  xlsx: 'xlsx',
};

/** Text files with values or markup rather than sentences. */
const NOT_PROSE = /\.(bed|gff3?|gtf|log|mol2|nf|nwk|sam|vcf|html?|xhtml|xml|svg)$/i;

/** How to read the text of a file; `null` if it has none, or is too large to read. */
export function textFormatOf(name: string, contentType: string, size: number): TextFormat | null {
  if (/\.pptx$/i.test(name)) return 'pptx';
  const { format, maxBytes } = previewOf(name, contentType);
  if (size > maxBytes || NOT_PROSE.test(name)) return null;
  return (format && BY_PREVIEW[format]) ?? null;
}
