import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { url, init } = workerData as { url: string; init: RequestInit };

/** Reads again and again, with short pauses, and sends its times when it is asked to. In a thread, so that no other client delays it. */
let times: number[] = [];
let failures = 0;
parentPort?.on('message', (message: 'begin' | 'take' | 'stop') => {
  if (message === 'stop') process.exit();
  if (message === 'take') parentPort?.postMessage({ times, failures });
  times = [];
  failures = 0;
});

for (;;) {
  const begun = performance.now();
  const response = await fetch(url, init).catch(() => null);
  await response?.arrayBuffer();
  if (response?.ok) times.push(performance.now() - begun);
  else failures += 1;
  await pause(Math.random() * 20);
}
