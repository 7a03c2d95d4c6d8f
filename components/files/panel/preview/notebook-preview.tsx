import { CutNote } from './cut-note.tsx';
import { MarkdownText } from './markdown/markdown-preview.tsx';
import { type NotebookCell, type NotebookOutput, parseNotebook } from './parse-notebook.ts';
import { TextPreview } from './text-preview.tsx';

// Characters shown of a file that cannot be parsed as a notebook.
const MAX_TEXT_CHARACTERS = 500_000;

/** A saved notebook, cell by cell. Nothing in it runs: HTML and scripts are replaced by a note. */
export function NotebookPreview({ text, isCut }: { text: string; isCut: boolean }) {
  const notebook = isCut ? null : parseNotebook(text);
  if (!notebook) {
    return (
      <TextPreview
        text={text.slice(0, MAX_TEXT_CHARACTERS)}
        isCut={isCut || text.length > MAX_TEXT_CHARACTERS}
      />
    );
  }
  const { cells } = notebook;
  return (
    <div className="flex flex-col gap-2">
      <section
        aria-label="Notebook"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="flex max-h-[var(--preview-height,70dvh)] flex-col gap-4 overflow-auto rounded border border-line p-4 text-sm"
      >
        {cells.length === 0 && <p className="text-ink2">(no cells)</p>}
        {cells.map((cell, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          <Cell key={index} cell={cell} />
        ))}
      </section>
      {notebook.isCut && <CutNote />}
    </div>
  );
}

function Cell({ cell: { kind, source, count, outputs } }: { cell: NotebookCell }) {
  if (kind === 'markdown') return <MarkdownText>{source}</MarkdownText>;
  return (
    <div className="flex flex-col gap-2">
      {kind === 'code' && <p className="tabular font-mono text-xs text-ink2">In [{count ?? ' '}]</p>}
      {source !== '' && (
        <pre className="overflow-x-auto rounded border border-line bg-wash p-3 font-mono">{source}</pre>
      )}
      {outputs.map((output, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
        <Output key={index} output={output} of={count} />
      ))}
    </div>
  );
}

function Output({ output, of }: { output: NotebookOutput; of: number | null }) {
  switch (output.kind) {
    case 'text':
      return (
        <pre
          className={`overflow-x-auto border-l-2 pl-3 font-mono ${output.isError ? 'border-warn' : 'border-edge'}`}
        >
          {output.text}
        </pre>
      );
    case 'png':
      return (
        // biome-ignore lint/performance/noImgElement: an image in memory cannot be optimized
        <img
          src={`data:image/png;base64,${output.base64}`}
          alt={of === null ? 'Image output of a cell' : `Image output of cell ${of}`}
          className="image-background max-w-full self-start rounded border border-line object-contain"
        />
      );
    case 'unshown':
      return (
        <p className="text-ink2">
          Output not shown: {output.types.join(', ') || 'of no type'}. Download the notebook to see it.
        </p>
      );
  }
}
