'use client';
import { wait } from '@labroom/client/wait';
import { useEffect, useId, useMemo, useRef } from 'react';
import { callApi } from '#lib/api/browser.ts';
import { withFiles } from '#lib/data-room/list-folder.ts';
import { roomListsPath, unpackLists } from '#lib/download/packed-lists.ts';
import {
  filesOf,
  noFiles,
  type RoomFile,
  type RoomFiles,
  roomFiles,
  SUMMARY_LENGTH,
} from '#lib/download/room-files.ts';
import { useRead } from '#lib/reading/use-read.ts';
import type { FailureText } from '#lib/wallet/explain-failure.ts';
import { onFileChange } from './file-changes.ts';
import { knownFiles } from './known-files.ts';

const AFTER_CHANGE_MS = 400;
/** While files change one after the other, reading them all again takes at most so much of the time; they are read after so long at the latest. */
const SHARE_OF_READING = 0.1;
const LONGEST_PAUSE_MS = 10_000;
/** After so long without a change they are read in any case. */
const AFTER_LAST_MS = 1_000;
const AFTER_TYPING_MS = 250;

export interface Files {
  /** By path. */
  files: readonly RoomFile[];
  /** Whether the data room has files that are not in the list. */
  hasMore: boolean;
  /** Paths of files that have the words of the search, as the service found them. */
  found: ReadonlySet<string>;
  /** Error of the last refresh. The list keeps its previous content. */
  failure: FailureText | null;
  isRefreshing: boolean;
  refresh(): void;
}

const nothing: ReadonlySet<string> = new Set();

/**
 * The files of a data room: first as rendered by the server (possibly only the first ones), then as they change. What the list does
 * not have, long descriptions and the files of a very large data room, is asked for by folder and search.
 */
export function useFiles(
  oclId: string,
  initial: readonly RoomFile[],
  totalCount: number,
  { folder, search }: { folder: string; search: string },
): Files {
  const readingMs = useRef(0);
  const whole = useRead({
    // Not shared with earlier visits of the page: each starts with the list that the server rendered for it.
    key: ['files', oclId, useId()],
    read: async ({ signal }) => {
      const begun = performance.now();
      const read = (await sentFiles(oclId, signal)) ?? (await roomFiles(callApi, { oclId }));
      readingMs.current = performance.now() - begun;
      return read;
    },
    initial: { files: initial, hasMore: false },
    pause: initial.length >= totalCount,
  });
  const { data = noFiles, failure, isReading: isRefreshing, readAgain: refresh } = whole;
  const { hasMore } = data;

  const words = search.trim();
  const isCut = useMemo(
    () => data.files.some(({ description }) => (description?.length ?? 0) >= SUMMARY_LENGTH),
    [data],
  );
  const further = useRead({
    key: ['further files', oclId, words === '' ? folder : '', words],
    read: async ({ signal }) => {
      if (words !== '') await wait(AFTER_TYPING_MS, signal);
      const prefix = words === '' && folder !== '' ? `${folder}/` : null;
      return roomFiles(callApi, { oclId, prefix, search: words || null });
    },
    pause: words === '' ? !hasMore || folder === '' : !hasMore && !isCut,
  });
  const files = useMemo(
    () => (hasMore && further.data ? withFiles(data.files, further.data.files) : data.files),
    [data, hasMore, further.data],
  );
  const found = useMemo(
    () => (words === '' || !further.data ? nothing : new Set(further.data.files.map(({ path }) => path))),
    [words, further.data],
  );

  useEffect(() => {
    knownFiles.set(oclId, new Map(files.map((file) => [file.path, file])));
  }, [oclId, files]);

  // The first changed file is shown without delay. Later ones are read together: at intervals, and soon after the last one.
  useEffect(() => {
    let next: ReturnType<typeof setTimeout> | undefined;
    let last: ReturnType<typeof setTimeout> | undefined;
    let follows = false;
    const read = () => {
      clearTimeout(next);
      clearTimeout(last);
      follows = false;
      refresh();
      const pause = Math.max(AFTER_CHANGE_MS, readingMs.current / SHARE_OF_READING);
      next = setTimeout(
        () => {
          next = undefined;
          if (follows) read();
        },
        Math.min(pause, LONGEST_PAUSE_MS),
      );
    };
    const listener = () => {
      if (next === undefined) return read();
      follows = true;
      clearTimeout(last);
      last = setTimeout(read, AFTER_LAST_MS);
    };
    const stop = onFileChange(oclId, listener);
    return () => {
      clearTimeout(next);
      clearTimeout(last);
      stop();
    };
  }, [oclId, refresh]);

  return { files, hasMore, found, failure, isRefreshing, refresh };
}

/** All files, in the document that visitors share. `null` if it cannot be had: the API says why. */
async function sentFiles(oclId: string, signal: AbortSignal): Promise<RoomFiles | null> {
  try {
    const response = await fetch(roomListsPath(oclId), { signal });
    return response.ok ? filesOf(unpackLists(await response.text())) : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
