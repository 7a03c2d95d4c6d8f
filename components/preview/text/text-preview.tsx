'use client';
import { languageOfFile } from '@labroom/formats/code/languages';
import { shownText } from '@labroom/formats/text/shown-text';
import { memo, useMemo } from 'react';
import { type LineChunk, linesOfText, MAX_LINE_CHARACTERS } from '#components/ui/text-lines.ts';
import { useDrawn } from '#components/ui/use-drawn.ts';
import { type CodeLine, ColouredLine } from '../code/coloured-line.tsx';
import { useColoured } from '../code/use-coloured.ts';
import { CutNote } from '../parts/cut-note.tsx';

interface TextPreviewProps {
  text: string;
  isCut: boolean;
  /** Name of the file, whose extension names the language of code. */
  name?: string;
}

/** Text with line numbers, and code in colours. Long lines wrap. The numbers are not part of a copied selection. */
export function TextPreview({ text: written, isCut, name = '' }: TextPreviewProps) {
  const text = useMemo(() => shownText(written), [written]);
  const coloured = useColoured([text], languageOfFile(name))?.[0];
  const { chunks, count, isLong } = useMemo(() => linesOfText(text), [text]);
  const drawn = useDrawn(chunks, chunks.length);
  const colouredChunks = useDrawn(coloured, coloured ? chunks.length : 0, 0);
  return (
    <div className="flex flex-col gap-2">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className="max-h-[var(--preview-height,70dvh)] overflow-auto rounded border border-line bg-wash p-3 font-mono text-xs break-words whitespace-pre-wrap [counter-reset:line] **:data-line:relative **:data-line:block **:data-line:pl-12 **:data-line:[counter-increment:line] **:data-line:before:absolute **:data-line:before:left-0 **:data-line:before:w-9 **:data-line:before:text-right **:data-line:before:text-ink3 **:data-line:before:content-[counter(line)]"
      >
        {count === 0 && <span className="text-ink2">(empty)</span>}
        {chunks.slice(0, drawn).map((chunk, index) => (
          <Lines
            key={chunk.start}
            chunk={chunk}
            coloured={index < colouredChunks ? (coloured ?? null) : null}
          />
        ))}
      </pre>
      {(isCut || isLong) && <CutNote />}
    </div>
  );
}

interface LinesProps {
  chunk: LineChunk;
  /** All lines of the text, in colours. */
  coloured: readonly CodeLine[] | null;
}

const Lines = memo(function Lines({ chunk: { start, lines }, coloured }: LinesProps) {
  return lines.map((line, index) => {
    const colours = coloured?.[start + index];
    return (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
        key={index}
        data-line={start + index + 1}
      >
        {line.length > MAX_LINE_CHARACTERS ? (
          <LongLine line={line} />
        ) : colours ? (
          <ColouredLine line={colours} />
        ) : (
          line
        )}
        {'\n'}
      </span>
    );
  });
});

function LongLine({ line }: { line: string }) {
  const hidden = line.length - MAX_LINE_CHARACTERS;
  return (
    <>
      {line.slice(0, MAX_LINE_CHARACTERS)}
      <span className="text-ink2 select-none">
        {` … ${hidden.toLocaleString('en')} more characters in this line`}
      </span>
    </>
  );
}
