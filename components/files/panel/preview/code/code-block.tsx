'use client';
import type { CodeLine } from './colour-code.ts';
import { ColouredLine } from './coloured-line.tsx';
import { languageOf } from './languages.ts';
import { useColoured } from './use-coloured.ts';

/** A part in code of a document; `language` as its author wrote it. */
export function CodeBlock({ text, language }: { text: string; language: string }) {
  const lines = useColoured([text], languageOf(language));
  return <CodeText text={text} lines={lines?.[0] ?? null} />;
}

/** Code, in colours if they are known. */
export function CodeText({ text, lines }: { text: string; lines: readonly CodeLine[] | null }) {
  if (!lines) return text;
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
    <span key={index}>
      <ColouredLine line={line} />
      {index < lines.length - 1 && '\n'}
    </span>
  ));
}
