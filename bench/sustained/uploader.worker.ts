import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { Api } from '@labroom/testing/test-client.ts';
import { type Author, uploadFile } from '@labroom/testing/test-upload.ts';

/** Milliseconds of each upload, from the first call to the answer of the last one. */
export interface Uploads {
  times: number[];
}

/** Thread that uploads files of 1 MB in sequence until it is stopped, and then posts their times. Ends with the first that fails. */
const { api, lab, number } = workerData as { api: Api; lab: Author; number: number };
const bytes = randomBytes(1_000_000);
const run = Date.now();
const uploads: Uploads = { times: [] };
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
while (!isOver) {
  const path = `sustained/${run}/${number}/${uploads.times.length}.bin`;
  const begun = performance.now();
  const { error } = await uploadFile(api, lab, bytes, { path }, 'application/octet-stream');
  if (error) throw new Error(`${path}: ${error.message}`);
  uploads.times.push(performance.now() - begun);
}
parentPort?.postMessage(uploads);
