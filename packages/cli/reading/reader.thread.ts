import { openAsBlob } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { findDisclosures } from '@labroom/formats/disclosure/find-disclosures';
import { searchTextOf } from '@labroom/formats/search-text';

/** What a thread is asked about a local file, whose path in the data room tells what it is. */
export type ReadRequest = { file: string; path: string } & (
  | { asks: 'disclosures' }
  | { asks: 'searchText'; contentType: string; encoding: string | undefined }
);

/** `ready` comes once, before any request. */
export type ReadAnswer = { ready: true } | { value: unknown } | { failed: true };

async function read(request: ReadRequest): Promise<unknown> {
  const { file, path } = request;
  const content = await openAsBlob(file);
  return request.asks === 'disclosures'
    ? findDisclosures(content, { path })
    : searchTextOf(content, path, request.contentType, request.encoding);
}

const answer = (message: ReadAnswer) => parentPort?.postMessage(message);

parentPort?.on('message', (request: ReadRequest) => {
  read(request).then(
    (value) => answer({ value }),
    () => answer({ failed: true }),
  );
});
answer({ ready: true });
