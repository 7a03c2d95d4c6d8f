'use client';
import { languageOf } from '@labroom/formats/code/languages';
import { CodeText } from './coloured-line.tsx';
import { useColoured } from './use-coloured.ts';

/** A part in code of a document; `language` as its author wrote it. */
export function CodeBlock({ text, language }: { text: string; language: string }) {
  const lines = useColoured([text], languageOf(language));
  return <CodeText text={text} lines={lines?.[0] ?? null} />;
}
