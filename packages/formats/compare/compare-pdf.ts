import { readPdf } from '../pdf/read-pdf.ts';
import { compareText } from './compare-text.ts';
import { type Comparison, NO_CHANGE } from './comparison.ts';

/** Longer texts are compared up to here. */
const MAX_TEXT = 20_000_000;

/** Compares the texts of two PDFs. */
export async function comparePdf(former: Blob, later: Blob): Promise<Comparison> {
  const before = await readPdf(former, MAX_TEXT);
  const after = await readPdf(later, MAX_TEXT);
  const comparison = compareText(before, after);
  const summary = comparison.summary === NO_CHANGE ? 'No change of the text' : comparison.summary;
  const note =
    before.trim() || after.trim() ? onlyText : `The PDFs have no text, as after scanning. ${onlyText}`;
  return { ...comparison, summary, notes: [note, ...comparison.notes] };
}

const onlyText = 'Only the text is compared, not pictures and layout.';
