'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { LabroomError } from '#lib/api/api-failure.ts';
import { callApi } from '#lib/api/browser.ts';
import type { FileRowFragment } from '#lib/api/documents.generated.ts';
import { loadPart } from '#lib/api/load-part.ts';
import { uploadsOf } from './lab-uploads.ts';

const AFTER_UPLOAD_MS = 400;

export interface Files {
  files: readonly FileRowFragment[];
  /** Of the last refresh; the list then stands as it was. */
  failure: LabroomError | null;
  isRefreshing: boolean;
  refresh(): Promise<void>;
}

/** The files of a data room: first as the server rendered them, or as many of them, then as they change. */
export function useFiles(oclId: string, initial: readonly FileRowFragment[], totalCount: number): Files {
  const [files, setFiles] = useState(initial);
  const [failure, setFailure] = useState<LabroomError | null>(null);
  const [running, setRunning] = useState(0);
  const newest = useRef(0);

  const refresh = useCallback(async () => {
    const turn = ++newest.current;
    setRunning((count) => count + 1);
    try {
      const { listFiles } = await loadPart(import('#lib/download/list-files.ts'));
      const list = await listFiles(callApi, oclId);
      // An answer that a later one has overtaken shows the past.
      if (turn !== newest.current) return;
      setFiles(list?.files ?? []);
      setFailure(null);
    } catch (error) {
      if (error instanceof LabroomError) setFailure(error);
      else throw error;
    } finally {
      setRunning((count) => count - 1);
    }
  }, [oclId]);

  const isPart = initial.length < totalCount;
  useEffect(() => {
    if (isPart) void refresh();
  }, [isPart, refresh]);

  useEffect(() => {
    const { known } = uploadsOf(oclId);
    known.clear();
    for (const { path, did, version, accessLevel } of files) known.set(path, { did, version, accessLevel });
  }, [oclId, files]);

  // The first file to finish is shown at once. Hundreds may follow in a row: they are fetched when they pause.
  useEffect(() => {
    const { onDone } = uploadsOf(oclId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listener = () => {
      const follows = timer !== undefined;
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        if (follows) void refresh();
      }, AFTER_UPLOAD_MS);
      if (!follows) void refresh();
    };
    onDone.add(listener);
    return () => {
      clearTimeout(timer);
      onDone.delete(listener);
    };
  }, [oclId, refresh]);

  return { files, failure, isRefreshing: running > 0, refresh };
}
