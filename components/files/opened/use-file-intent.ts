'use client';
import { type RefObject, useEffect } from 'react';
import { labPath } from '#lib/api/lab-reference.ts';
import type { DataRoomLab } from '../../core/data-room/data-room-context.tsx';
import { prefetchFile } from './prefetch-file.ts';

/**
 * Fetches a file that somebody is about to open. Folders and files open within the page, so no link of the data room fetches
 * another page.
 * @param loadPanel loads the code that shows a file
 */
export function useFileIntent(
  room: RefObject<HTMLElement | null>,
  { oclId, shortname }: DataRoomLab,
  loadPanel: () => Promise<unknown>,
): void {
  useEffect(() => {
    const { current } = room;
    const prepare = (event: Event) => {
      const { target } = event;
      if (!(target instanceof HTMLAnchorElement)) return;
      if (!`${target.pathname}/`.startsWith(`${labPath(shortname, 'files')}/`)) return;
      event.preventDefault();
      const file = new URLSearchParams(target.search).get('file');
      if (!file) return;
      prefetchFile(oclId, file);
      // A failure is told when the file is opened.
      loadPanel().catch(() => undefined);
    };
    current?.addEventListener('intent', prepare);
    return () => current?.removeEventListener('intent', prepare);
  }, [room, oclId, shortname, loadPanel]);
}
