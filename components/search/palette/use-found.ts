'use client';
import { PaletteDocument, type PaletteQuery } from '@labroom/client/documents';
import { useEffect, useState } from 'react';
import { useApiQuery } from '#lib/api/use-api-query.ts';

interface Found {
  /** The results to show. The previous results stay until the next ones arrive. */
  data: PaletteQuery | undefined;
  status: 'idle' | 'searching' | 'found' | 'failed';
}

/** Pause in typing before a request is sent. */
const pauseMs = 150;

/** Searches labs and files for the typed text. Drops responses that belong to an earlier text. */
export function useFound(words: string): Found {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words), pauseMs);
    return () => clearTimeout(timer);
  }, [words]);
  const { data, failure, isLoading } = useApiQuery(
    PaletteDocument,
    { words: asked },
    { pause: asked.length < 2 },
  );
  if (words.length < 2) return { data: undefined, status: 'idle' };
  if (asked !== words || isLoading) return { data, status: 'searching' };
  return { data, status: failure ? 'failed' : 'found' };
}
