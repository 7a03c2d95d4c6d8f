'use client';
import { languageOf } from '@labroom/formats/code/languages';
import type { ModelOf } from '@labroom/formats/models';
import { parseNotebook } from '@labroom/formats/notebook/parse-notebook';
import { memo, useMemo } from 'react';
import { DrawnList } from '#components/ui/drawn-list.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TextInPieces } from '#components/ui/text-in-pieces.tsx';
import { type CodeLine, CodeText } from '../code/coloured-line.tsx';
import { useColoured } from '../code/use-coloured.ts';
import { MarkdownText } from '../markdown/markdown-preview.tsx';
import { useBlobText } from '../parts/blob-text.ts';
import { CutNote } from '../parts/cut-note.tsx';
import { WithReading } from '../reading/with-reading.tsx';
import { SvgPreview } from '../svg/svg-preview.tsx';
import { TextPreview } from '../text/text-preview.tsx';
import { HtmlOutput } from './html-output.tsx';

type Notebook = NonNullable<ModelOf<'notebook'>>;
type NotebookCell = Notebook['cells'][number];
type NotebookOutput = NotebookCell['outputs'][number];

// Characters shown of a file that cannot be parsed as a notebook.
const MAX_TEXT_CHARACTERS = 500_000;
/** What one step draws: an output or a cell weighs as much as 2,000 characters. */
const STEP = 20;
const weightOfText = (text: string) => 1 + text.length / 2_000;
const weightOfOutput = (output: NotebookOutput) => weightOfText(output.kind === 'text' ? output.text : '');
const weightOfCell = ({ source, outputs }: NotebookCell) =>
  outputs.reduce((sum, output) => sum + weightOfOutput(output), weightOfText(source));

/**
 * A saved notebook, cell by cell. Nothing in it runs or loads: HTML is sanitized, and interactive charts are described. A
 * short one, which is parsed at once.
 */
export function NotebookPreview({ text, isCut }: { text: string; isCut: boolean }) {
  const notebook = useMemo(() => (isCut ? null : parseNotebook(text)), [text, isCut]);
  return notebook ? <Cells notebook={notebook} /> : <Plain text={text} isCut={isCut} />;
}

/** A saved notebook, parsed in a worker. */
export function LongNotebookPreview({ body, opensWith }: { body: Blob; opensWith: string }) {
  return (
    <WithReading format="notebook" body={body} opensWith={opensWith}>
      {(notebook) => (notebook ? <Cells notebook={notebook} /> : <PlainBody body={body} />)}
    </WithReading>
  );
}

function PlainBody({ body }: { body: Blob }) {
  const loaded = useBlobText(body);
  return loaded ? <Plain {...loaded} /> : <Skeleton className="h-64" />;
}

function Plain({ text, isCut }: { text: string; isCut: boolean }) {
  return (
    <TextPreview
      text={text.slice(0, MAX_TEXT_CHARACTERS)}
      isCut={isCut || text.length > MAX_TEXT_CHARACTERS}
    />
  );
}

function Cells({ notebook }: { notebook: Notebook }) {
  const { cells, language } = notebook;
  const sources = useMemo(() => cells.map(({ kind, source }) => (kind === 'code' ? source : '')), [cells]);
  const coloured = useColoured(sources, languageOf(language));
  return (
    <div className="flex flex-col gap-2">
      <section
        aria-label="Notebook"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="flex max-h-[var(--preview-height,70dvh)] flex-col gap-4 overflow-auto rounded border border-line p-4 text-sm"
      >
        {cells.length === 0 && <p className="text-ink2">(no cells)</p>}
        <DrawnList items={cells} step={STEP} weigh={weightOfCell}>
          {(cell, index) => <Cell key={index} cell={cell} lines={coloured?.[index] ?? null} />}
        </DrawnList>
      </section>
      {notebook.isCut && <CutNote />}
    </div>
  );
}

interface CellProps {
  cell: NotebookCell;
  /** The source in colours, once it is read. */
  lines: readonly CodeLine[] | null;
}

const Cell = memo(function Cell({ cell: { kind, source, count, outputs }, lines }: CellProps) {
  if (kind === 'markdown') return <MarkdownText>{source}</MarkdownText>;
  return (
    <div className="flex flex-col gap-2">
      {kind === 'code' && <p className="tabular font-mono text-xs text-ink2">In [{count ?? ' '}]</p>}
      {source !== '' && (
        <pre className="overflow-x-auto rounded border border-line bg-wash p-3 font-mono">
          <CodeText text={source} lines={lines} />
        </pre>
      )}
      <DrawnList items={outputs} step={STEP} weigh={weightOfOutput}>
        {(output, index) => <Output key={index} output={output} of={count} />}
      </DrawnList>
    </div>
  );
});

function Output({ output, of }: { output: NotebookOutput; of: number | null }) {
  switch (output.kind) {
    case 'text':
      return <TextOutput text={output.text} isError={output.isError} />;
    case 'picture':
      return (
        // biome-ignore lint/performance/noImgElement: an image in memory cannot be optimized
        <img
          src={output.url}
          alt={pictureName(of)}
          className="image-background max-w-full self-start rounded border border-line object-contain"
        />
      );
    case 'drawing':
      return <NotebookDrawing svg={output.svg} of={of} />;
    case 'html':
      return (
        <HtmlOutput html={output.html}>
          {output.plain === '' ? (
            <Unshown types={['text/html']} />
          ) : (
            <TextOutput text={output.plain} isError={false} />
          )}
        </HtmlOutput>
      );
    case 'markdown':
      return <MarkdownText>{output.text}</MarkdownText>;
    case 'chart':
      return (
        <p className="text-ink2">
          {output.library} chart{output.title && ` “${output.title}”`}
          {output.series.length > 0 && ` of ${output.series.join(', ')}`}. Interactive charts do not run here.
          Open the notebook in JupyterLab to see it.
        </p>
      );
    case 'unshown':
      return <Unshown types={output.types} />;
  }
}

function NotebookDrawing({ svg, of }: { svg: string; of: number | null }) {
  const body = useMemo(() => new Blob([svg]), [svg]);
  return <SvgPreview body={body} name={pictureName(of)} />;
}

const pictureName = (of: number | null) =>
  of === null ? 'Image output of a cell' : `Image output of cell ${of}`;

function TextOutput({ text, isError }: { text: string; isError: boolean }) {
  return (
    <pre className={`overflow-x-auto border-l-2 pl-3 font-mono ${isError ? 'border-warn' : 'border-edge'}`}>
      <TextInPieces text={text} />
    </pre>
  );
}

function Unshown({ types }: { types: readonly string[] }) {
  return (
    <p className="text-ink2">
      Output not shown: {types.join(', ') || 'of no type'}. Download the notebook to see it.
    </p>
  );
}
