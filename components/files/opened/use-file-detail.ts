'use client';
import type { LabroomError } from '@labroom/client/api-failure';
import { DataRoomFileDocument } from '@labroom/client/documents';
import type { FileDetail } from '@labroom/client/download/download-api';
import type { RequestPolicy } from '@urql/core';
import { useEffect, useRef, useState } from 'react';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { isPrefetched } from './prefetch-file.ts';

export type FileDetailState =
  | { kind: 'loading' }
  /** `isFirst`: as loaded with the page. Its URLs may have expired. */
  | { kind: 'loaded'; file: FileDetail; isFirst: boolean }
  | { kind: 'missing' }
  | { kind: 'failed'; failure: LabroomError };

/**
 * One file with its versions, fetched again when `stamp` changes (another upload, an edit). `first` is the file loaded
 * with the page, or `null` if it does not exist.
 */
export function useFileDetail(
  oclId: string,
  path: string,
  stamp: string,
  first: FileDetail | null | undefined,
) {
  // Uses no other cached responses: their URLs may have expired.
  const [requestPolicy] = useState<RequestPolicy>(() =>
    isPrefetched(oclId, path) ? 'cache-first' : 'network-only',
  );
  const { data, failure, reload } = useApiQuery(DataRoomFileDocument, { oclId, path }, { requestPolicy });
  const asked = useRef(stamp);
  useEffect(() => {
    if (asked.current !== stamp) reload();
    asked.current = stamp;
  }, [stamp, reload]);
  return { state: stateOf(data ? data.dataRoomFile : first, !data, failure), reload };
}

function stateOf(
  file: FileDetail | null | undefined,
  isFirst: boolean,
  failure: LabroomError | null,
): FileDetailState {
  if (failure) return { kind: 'failed', failure };
  if (file) return { kind: 'loaded', file, isFirst };
  return { kind: file === null ? 'missing' : 'loading' };
}
