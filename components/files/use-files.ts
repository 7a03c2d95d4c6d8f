'use client';
import { useEffect, useId } from 'react';
import { callApi } from '#lib/api/browser.ts';
import { listFiles } from '#lib/download/list-files.ts';
import { useRead } from '#lib/use-read.ts';
import type { FailureText } from '#lib/wallet/explain-failure.ts';
import type { FileRowFragment } from '#packages/client/documents.generated.ts';
import { onFileChange } from './file-changes.ts';
import { knownFiles } from './upload/uploads.ts';

const AFTER_CHANGE_MS = 400;

export interface Files {
  files: readonly FileRowFragment[];
  /** Error of the last refresh. The list keeps its previous content. */
  failure: FailureText | null;
  isRefreshing: boolean;
  refresh(): void;
}

/** The files of a data room: first as rendered by the server (possibly only the first page), then as they change. */
export function useFiles(oclId: string, initial: readonly FileRowFragment[], totalCount: number): Files {
  const list = useRead<readonly FileRowFragment[]>({
    // Not shared with earlier visits of the page: each starts with the list that the server rendered for it.
    key: ['files', oclId, useId()],
    read: async () => (await listFiles(callApi, oclId))?.files ?? [],
    initial,
    pause: initial.length >= totalCount,
  });
  const { data: files = initial, failure, isReading: isRefreshing, readAgain: refresh } = list;

  useEffect(() => {
    knownFiles.set(oclId, new Map(files.map((file) => [file.path, file])));
  }, [oclId, files]);

  // The first changed file is shown at once. Later ones are fetched together when changes pause.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listener = () => {
      const follows = timer !== undefined;
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        if (follows) refresh();
      }, AFTER_CHANGE_MS);
      if (!follows) refresh();
    };
    const stop = onFileChange(oclId, listener);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [oclId, refresh]);

  return { files, failure, isRefreshing, refresh };
}
