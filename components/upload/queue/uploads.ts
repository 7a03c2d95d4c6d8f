'use client';
import { SmallFiles } from '@labroom/client/upload/small-files';
import { createPartsApi, createSmallFilesApi, createUploadApi } from '@labroom/client/upload/upload-api';
import type { QueuePorts } from '@labroom/client/upload/upload-ports';
import { wait } from '@labroom/client/wait';
import { callApi } from '#lib/api/browser.ts';
import { appCrypto } from '#lib/upload/direct-storage.ts';
import { keptInBrowser } from '#lib/upload/kept-parts.ts';
import { keepSources, sourcesOf } from '#lib/upload/kept-sources.ts';
import { newDropKey, rememberDrop } from '#lib/upload/unfinished-drops.ts';
import { UploadQueue } from '#lib/upload/upload-queue.ts';
import { warnBeforeLeaving } from '#lib/windows/warn-before-leaving.ts';
import { announceFileChange } from '../../core/data-room/file-changes.ts';
import { knownFiles } from '../../core/data-room/known-files.ts';

const clock = { now: () => Date.now(), wait };

const ports: QueuePorts = {
  api: createUploadApi(callApi),
  small: new SmallFiles(createSmallFilesApi(callApi), clock),
  crypto: appCrypto,
  inParts: { api: createPartsApi(callApi), crypto: appCrypto, kept: keptInBrowser },
  // Loaded with the first file whose text is read. Without this part, the file is uploaded without text.
  readText: (file, signal, encoding) =>
    import('#lib/upload/extract-text.ts').then(
      ({ extractText }) => extractText(file, signal, encoding),
      () => null,
    ),
  ...clock,
};

let queue: UploadQueue | undefined;

/** The uploads of this tab. They continue while the user visits other pages of the app. */
export function uploadQueue(): UploadQueue {
  if (queue) return queue;
  queue = new UploadQueue({
    ports,
    existing: (oclId, path) => knownFiles.get(oclId)?.get(path),
    remember: (drop, files) => {
      const key = newDropKey();
      void keepSources(key, sourcesOf(files));
      return rememberDrop(window, drop, key);
    },
    onDone: ({ lab, path }) => announceFileChange(lab.oclId, path),
  });
  warnBeforeLeaving(queue, window);
  return queue;
}
