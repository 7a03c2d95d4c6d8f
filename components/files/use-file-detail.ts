'use client';
import { useCallback, useEffect, useState } from 'react';
import { LabroomError } from '#lib/api/api-failure.ts';
import { findFileDetail } from '#lib/download/browser-download-api.ts';
import type { FileDetail } from '#lib/download/download-api.ts';

export type FileDetailState =
  | { kind: 'loading' }
  /** `isFirst`: as the page brought it along; its addresses may be out of date. */
  | { kind: 'loaded'; file: FileDetail; isFirst: boolean }
  | { kind: 'missing' }
  | { kind: 'failed'; failure: LabroomError };

/**
 * One file with its versions, asked for anew when `stamp` changes (another upload, an edit). `first` is what the page
 * brought along, `null` where there is no such file.
 */
export function useFileDetail(
  oclId: string,
  path: string,
  stamp: string,
  first: FileDetail | null | undefined,
) {
  const [state, setState] = useState<FileDetailState>(() => {
    if (first === undefined) return { kind: 'loading' };
    return first ? { kind: 'loaded', file: first, isFirst: true } : { kind: 'missing' };
  });
  const load = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const file = await findFileDetail(oclId, path, signal);
        if (!signal?.aborted) setState(file ? { kind: 'loaded', file, isFirst: false } : { kind: 'missing' });
      } catch (error) {
        if (signal?.aborted) return;
        if (!(error instanceof LabroomError)) throw error;
        setState({ kind: 'failed', failure: error });
      }
    },
    [oclId, path],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new stamp is a reason to ask again
  useEffect(() => {
    const controller = new AbortController();
    void load(controller.signal);
    return () => controller.abort();
  }, [load, stamp]);

  return { state, reload: () => load() };
}
