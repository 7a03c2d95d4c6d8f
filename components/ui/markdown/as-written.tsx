'use client';
import { useMemo } from 'react';
import { linesOfText, MAX_LINE_CHARACTERS } from '#components/ui/text-lines.ts';
import { useDrawn } from '#components/ui/use-drawn.ts';

/** A Markdown text as it was written, up to 5,000 lines. */
export function AsWritten({ text }: { text: string }) {
  const { chunks, isLong } = useMemo(() => linesOfText(text), [text]);
  const drawn = useDrawn(chunks, chunks.length);
  return (
    <>
      {chunks.slice(0, drawn).map(({ start, lines }) => (
        <div key={start} className="break-words whitespace-pre-wrap">
          {lines.map((line) => line.slice(0, MAX_LINE_CHARACTERS)).join('\n')}
        </div>
      ))}
      {isLong && <p>…</p>}
    </>
  );
}
