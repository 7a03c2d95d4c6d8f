'use client';
import type { ModelOf } from '@labroom/formats/models';
import { visibleName } from '#lib/names/visible-name.ts';
import { CutNote } from '../parts/cut-note.tsx';
import { Facts } from '../parts/facts.tsx';
import { readingPreview } from '../reading/with-reading.tsx';
import { inLines } from './in-lines.ts';

type SequenceSummary = ModelOf<'sequences'>;
type SequenceRecord = SequenceSummary['records'][number];

const amount = (value: number) => value.toLocaleString('en');
const percent = (value: number | null) => (value === null ? null : `${(value * 100).toFixed(1)} %`);

export const SequencesPreview = readingPreview('sequences', (summary) => <Sequences summary={summary} />);

function Sequences({ summary }: { summary: SequenceSummary }) {
  const { format, count, residues, shortest, longest, gc, quality, isIncomplete, records } = summary;
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          ['Format', format],
          ['Sequences', amount(count)],
          ['Total length', amount(residues)],
          ['Shortest and longest', `${amount(shortest)} – ${amount(longest)}`],
          ['GC content', percent(gc)],
          ['Mean quality', quality === null ? null : `Q${quality.toFixed(1)}`],
        ]}
      />
      <ol
        aria-label="Sequences"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className="max-h-[var(--preview-height,70dvh)] overflow-auto border-t border-line"
      >
        {records.map((record, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: records may share a name
          <Item key={index} record={record} open={index === 0} />
        ))}
      </ol>
      {isIncomplete && <CutNote>The last record is cut: it has fewer quality values than bases.</CutNote>}
      {count > records.length && (
        <CutNote>{`The first ${records.length} of ${amount(count)} sequences are listed. All are counted.`}</CutNote>
      )}
    </div>
  );
}

function Item({ record, open }: { record: SequenceRecord; open: boolean }) {
  const { name, length, gc, quality, start } = record;
  const facts = [
    `length ${amount(length)}`,
    gc === null ? null : `GC ${percent(gc)}`,
    quality === null ? null : `mean Q${quality.toFixed(1)}`,
  ];
  return (
    <li className="border-b border-line">
      <details open={open}>
        <summary className="cursor-pointer py-2 text-sm">
          <span className="font-semibold break-words">{visibleName(name) || '(no name)'}</span>{' '}
          <span className="tabular text-ink2">{facts.filter(Boolean).join(', ')}</span>
        </summary>
        <pre className="overflow-x-auto bg-wash p-3 font-mono text-sm">{inLines(start)}</pre>
        {length > start.length && (
          <CutNote>{`The first ${amount(start.length)} of ${amount(length)} are shown.`}</CutNote>
        )}
      </details>
    </li>
  );
}
