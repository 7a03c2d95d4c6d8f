'use client';
import { useEffect, useState } from 'react';
import { callApi } from '#lib/api/browser.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { completeList, firstPageOf } from '#lib/download/list-files.ts';
import type { LabroomError } from '#packages/client/api-failure.ts';
import {
  DataRoomFilesPageDocument,
  type DataRoomFilesPageQuery,
  type FileRowFragment,
} from '#packages/client/documents.generated.ts';
import { uploadsOf } from './upload/lab-uploads.ts';

const AFTER_UPLOAD_MS = 400;

export interface Files {
  files: readonly FileRowFragment[];
  /** Error of the last refresh. The list keeps its previous content. */
  failure: LabroomError | null;
  isRefreshing: boolean;
  refresh(): void;
}

interface Listed {
  files: readonly FileRowFragment[];
  /** Why a further page could not be loaded. */
  failure: LabroomError | null;
  /** The first page of the list. */
  first: DataRoomFilesPageQuery | undefined;
}

/** The files of a data room: first as rendered by the server (possibly only the first page), then as they change. */
export function useFiles(oclId: string, initial: readonly FileRowFragment[], totalCount: number): Files {
  const isPart = initial.length < totalCount;
  const page = useApiQuery(DataRoomFilesPageDocument, firstPageOf(oclId), {
    pause: !isPart,
    requestPolicy: 'network-only',
  });
  const { data: first, reload: refresh } = page;
  const [listed, setListed] = useState<Listed>({ files: initial, failure: null, first: undefined });
  const { files } = listed;

  useEffect(() => {
    if (!first) return;
    let current = true;
    completeList(callApi, oclId, first).then(
      (list) => current && setListed({ files: list?.files ?? [], failure: null, first }),
      (failure) => current && setListed((before) => ({ ...before, failure, first })),
    );
    return () => {
      current = false;
    };
  }, [oclId, first]);

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

  const isRefreshing = page.isLoading || (first !== undefined && listed.first !== first);
  return { files, failure: page.failure ?? listed.failure, isRefreshing, refresh };
}
