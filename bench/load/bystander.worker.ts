import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { askText } from '../stack/graphql-request.ts';

/** Thread that reads pages in sequence until it is stopped, and then posts their times. */
const { url, credential } = workerData as { url: string; credential: string };
const times: number[] = [];
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
while (!isOver) {
  const begun = performance.now();
  await askText({ url, credential }, '{ labs { totalCount nodes { name } } }', {});
  times.push(performance.now() - begun);
  await pause(10);
}
parentPort?.postMessage(times);
