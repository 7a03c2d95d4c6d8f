import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { url, init } = workerData as { url: string; init: RequestInit };

/**
 * Reads again and again, with short pauses. Between `begin` and `take` it keeps the times, also that of the read which runs when it is asked for
 * them: a read that waits until an attack is over was delayed by it. In a thread, so that no other client delays it.
 */
let times: number[] = [];
let failures = 0;
let isAsked = false;
parentPort?.on('message', (message: 'begin' | 'take' | 'stop') => {
  if (message === 'stop') process.exit();
  isAsked = message === 'take';
  if (message === 'begin') times = [];
  if (message === 'begin') failures = 0;
});

for (;;) {
  const begun = performance.now();
  const response = await fetch(url, init).catch(() => null);
  await response?.arrayBuffer();
  if (response?.ok) times.push(performance.now() - begun);
  else failures += 1;
  if (isAsked) parentPort?.postMessage({ times, failures });
  isAsked = false;
  // Within the limits of one visitor.
  await pause(Math.random() * 60);
}
