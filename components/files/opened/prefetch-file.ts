import { DataRoomFileDocument } from '@labroom/client/documents';
import { browserApi } from '#lib/api/browser-client.ts';
import { sinceWritten } from '#lib/prefetch/written.ts';

/** The URLs of an answer are valid for longer. */
const KEPT_MS = 30_000;

let latest: { key: string; time: number } | undefined;

const keyOf = (oclId: string, path: string) => `${oclId} ${path}`;

/** Whether the file was prefetched a moment ago, as the last one, and this page has changed nothing since. */
export const isPrefetched = (oclId: string, path: string): boolean =>
  latest?.key === keyOf(oclId, path) && Date.now() - latest.time < Math.min(KEPT_MS, sinceWritten());

/** Asks for a file for somebody who is about to open it. */
export function prefetchFile(oclId: string, path: string): void {
  if (isPrefetched(oclId, path)) return;
  latest = { key: keyOf(oclId, path), time: Date.now() };
  browserApi()
    .query(DataRoomFileDocument, { oclId, path }, { requestPolicy: 'network-only' })
    .toPromise()
    .then(({ error }) => {
      if (error) latest = undefined;
    });
}
