'use client';
import { useEffect, useState } from 'react';
import type { ReadFormat, Readings } from './messages.ts';
import { readInWorker } from './read-in-worker.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';

export type Reading<Format extends ReadFormat> =
  | { kind: 'reading' }
  | { kind: 'read'; value: Readings[Format] }
  | { kind: 'failed'; message: string };

/** Reads a file in a worker. The worker ends when the component unmounts. */
export function useReading<Format extends ReadFormat>(format: Format, body: Blob): Reading<Format> {
  const [reading, setReading] = useState<Reading<Format>>({ kind: 'reading' });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setReading({ kind: 'reading' });
    readInWorker(format, body, { signal }).then(
      (value) => setReading({ kind: 'read', value }),
      (error: unknown) => {
        if (signal.aborted) return;
        const message = error instanceof UnreadableFileError ? error.message : 'The file cannot be read.';
        setReading({ kind: 'failed', message });
      },
    );
    return () => controller.abort();
  }, [format, body]);
  return reading;
}
