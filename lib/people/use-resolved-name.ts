'use client';
import { ResolveNameDocument } from '@labroom/client/documents';
import { useEffect, useState } from 'react';
import { callApi } from '../api/browser.ts';
import { useRead } from '../reading/use-read.ts';

/** Pause in typing before a name is looked up. */
const pauseMs = 300;

interface Resolved {
  status: 'idle' | 'reading' | 'found' | 'none' | 'failed';
  /** Where the typed name leads. */
  found: { name: string; address: string } | null;
}

/** Looks up the typed text if it has the form of a name of ENS. */
export function useResolvedName(typed: string): Resolved {
  const text = typed.trim();
  const isName = /^[^\s.]+(\.[^\s.]+)+$/.test(text);
  const [asked, setAsked] = useState('');
  useEffect(() => {
    if (!isName) return;
    const timer = setTimeout(() => setAsked(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, isName]);
  const { data, failure } = useRead({
    key: ['resolved-name', asked],
    read: async () => (await callApi(ResolveNameDocument, { name: asked })).resolveName ?? null,
    pause: asked === '',
  });
  if (!isName) return { status: 'idle', found: null };
  if (asked !== text || (data === undefined && !failure)) return { status: 'reading', found: null };
  if (failure) return { status: 'failed', found: null };
  return data ? { status: 'found', found: data } : { status: 'none', found: null };
}
