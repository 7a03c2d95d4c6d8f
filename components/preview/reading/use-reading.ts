'use client';
import type { ModelOf, OptionsOf, ReaderId, SourceOf } from '@labroom/formats/models';
import { readInWorker } from '@labroom/formats/read-in-worker';
import { UnreadableFileError } from '@labroom/formats/source/unreadable-file-error';
import { useEffect, useRef, useState } from 'react';

export type Reading<Format extends ReaderId> =
  | { kind: 'reading' }
  | { kind: 'read'; value: ModelOf<Format> }
  | { kind: 'failed'; message: string };

/**
 * Reads a file in a worker. The worker ends when the component unmounts. While another part of the same file is read,
 * the previous part is returned.
 */
export function useReading<Format extends ReaderId>(
  format: Format,
  body: SourceOf<Format>,
  options?: OptionsOf<Format>,
): Reading<Format> {
  const [reading, setReading] = useState<Reading<Format>>({ kind: 'reading' });
  const read = useRef<SourceOf<Format> | null>(null);
  const wanted = JSON.stringify(options ?? null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    if (read.current !== body) setReading({ kind: 'reading' });
    read.current = body;
    readInWorker(format, body, { signal, options: JSON.parse(wanted) ?? undefined }).then(
      (value) => setReading({ kind: 'read', value }),
      (error: unknown) => {
        if (signal.aborted) return;
        const message = error instanceof UnreadableFileError ? error.message : 'The file cannot be read.';
        setReading({ kind: 'failed', message });
      },
    );
    return () => controller.abort();
  }, [format, body, wanted]);
  return reading;
}
