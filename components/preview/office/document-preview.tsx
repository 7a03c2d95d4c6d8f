'use client';
import type { ModelOf } from '@labroom/formats/models';
import { DrawnList } from '#components/ui/drawn-list.tsx';
import { CutNote } from '../parts/cut-note.tsx';
import { readingPreview } from '../reading/with-reading.tsx';

export const DocxPreview = readingPreview('docx', (text) => <DocumentText text={text} />);
export const OdfPreview = readingPreview('odf', (text) => <DocumentText text={text} />);
export const PptxPreview = readingPreview('pptx', (text) => <DocumentText text={text} />);

/** The text of a document, without its layout, pictures and links. */
function DocumentText({ text: { blocks, isCut } }: { text: ModelOf<'docx' | 'odf' | 'pptx'> }) {
  return (
    <div className="flex flex-col gap-2">
      <section
        aria-label="Text of the document"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className="flex max-h-[var(--preview-height,70dvh)] flex-col gap-2 overflow-auto rounded border border-line p-4 text-sm break-words"
      >
        {blocks.length === 0 && <p className="text-ink2">(no text)</p>}
        <DrawnList items={blocks} step={50}>
          {(block, index) => <Block key={index} block={block} />}
        </DrawnList>
      </section>
      {isCut && <CutNote />}
      <p className="text-sm text-ink2">Only the text is shown, without layout, pictures and links.</p>
    </div>
  );
}

// More in one block would slow down the page.
const MAX_BLOCK_CHARACTERS = 10_000;

function Block({ block: { kind, text: whole } }: { block: ModelOf<'docx'>['blocks'][number] }) {
  const text = whole.length > MAX_BLOCK_CHARACTERS ? `${whole.slice(0, MAX_BLOCK_CHARACTERS)} …` : whole;
  switch (kind) {
    case 'heading':
      return <h3 className="font-serif text-xl">{text}</h3>;
    case 'item':
      return <p className="pl-4 whitespace-pre-wrap">• {text}</p>;
    case 'row':
      return <p className="border-b border-line whitespace-pre-wrap">{text.replaceAll('\t', '  |  ')}</p>;
    case 'paragraph':
      return <p className="max-w-prose whitespace-pre-wrap">{text}</p>;
  }
}
