'use client';
import { useEffect, useId } from 'react';
import { callApi } from '#lib/api/browser.ts';
import { listFiles } from '#lib/download/list-files.ts';
import { useRead } from '#lib/use-read.ts';
import type { FailureText } from '#lib/wallet/explain-failure.ts';
import type { FileRowFragment } from '#packages/client/documents.generated.ts';
import { uploadsOf } from './upload/lab-uploads.ts';

const AFTER_UPLOAD_MS = 400;

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
    const { known } = uploadsOf(oclId);
    known.clear();
    for (const { path, did, version, accessLevel } of files) known.set(path, { did, version, accessLevel });
  }, [oclId, files]);

  // The first finished upload is shown at once. Later ones are fetched together when uploads pause.
  useEffect(() => {
    const { onDone } = uploadsOf(oclId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listener = () => {
      const follows = timer !== undefined;
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        if (follows) refresh();
      }, AFTER_UPLOAD_MS);
      if (!follows) refresh();
    };
    onDone.add(listener);
    return () => {
      clearTimeout(timer);
      onDone.delete(listener);
    };
  }, [oclId, refresh]);

  return { files, failure, isRefreshing, refresh };
}
