'use client';
import { CutNote } from '../parts/cut-note.tsx';
import { Facts } from '../parts/facts.tsx';
import { readingPreview } from '../reading/with-reading.tsx';
import { TextPreview } from '../text/text-preview.tsx';

/** Alignments, as text in SAM. */
export const BamPreview = readingPreview('bam', ({ text, references, alignments, isCut, hasNoEndMark }) => (
  <div className="flex flex-col gap-6">
    <Facts
      facts={[
        ['Format', 'BAM, shown as SAM'],
        ['Reference sequences', references.toLocaleString('en')],
      ]}
    />
    <TextPreview text={text} isCut={false} />
    {hasNoEndMark && (
      <CutNote>
        The mark that ends a BAM file is missing. The file may be cut off, and alignments missing.
      </CutNote>
    )}
    {isCut && (
      <CutNote>{`The first ${alignments.toLocaleString('en')} alignments are shown. Download the file to see all of them.`}</CutNote>
    )}
  </div>
));
