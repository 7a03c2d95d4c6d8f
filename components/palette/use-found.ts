'use client';
import { useEffect, useState } from 'react';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { PaletteDocument, type PaletteQuery } from '#packages/client/documents.generated.ts';

interface Found {
  /** What is to be seen: an earlier answer stays until the next comes. */
  data: PaletteQuery | undefined;
  status: 'idle' | 'searching' | 'found' | 'failed';
}

/** A pause in typing after which it is worth asking. */
const pauseMs = 150;

/** Labs and files for what is being typed; the answer to what was typed before is never shown as this one's. */
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
