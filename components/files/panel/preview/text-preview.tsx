'use client';
import { ColouredLine } from './code/coloured-line.tsx';
import { languageOfFile } from './code/languages.ts';
import { useColoured } from './code/use-coloured.ts';
import { CutNote } from './cut-note.tsx';

// More lines would slow down the page.
const MAX_LINES = 5_000;

interface TextPreviewProps {
  text: string;
  isCut: boolean;
  /** Name of the file, whose extension names the language of code. */
  name?: string;
}

/** Text with line numbers, and code in colours. Long lines wrap. The numbers are not part of a copied selection. */
export function TextPreview({ text, isCut, name = '' }: TextPreviewProps) {
  const coloured = useColoured([text], languageOfFile(name))?.[0];
  const lines = text.split('\n', MAX_LINES + 1);
  const isLong = lines.length > MAX_LINES;
  // A line break at the end does not begin another line.
  if (isLong || lines.at(-1) === '') lines.pop();
  return (
    <div className="flex flex-col gap-2">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className="max-h-[var(--preview-height,70dvh)] overflow-auto rounded border border-line bg-wash p-3 font-mono text-xs break-words whitespace-pre-wrap [counter-reset:line]"
      >
        {lines.length === 0 && <span className="text-ink2">(empty)</span>}
        {lines.map((line, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
            key={index}
            data-line={index + 1}
            className="relative block pl-12 [counter-increment:line] before:absolute before:left-0 before:w-9 before:text-right before:text-ink3 before:content-[counter(line)]"
          >
            {coloured?.[index] ? <ColouredLine line={coloured[index]} /> : line}
            {'\n'}
          </span>
        ))}
      </pre>
      {(isCut || isLong) && <CutNote />}
    </div>
  );
}

/** Indents JSON. Returns other text unchanged. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
