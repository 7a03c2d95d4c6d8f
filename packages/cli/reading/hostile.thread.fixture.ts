import { parentPort } from 'node:worker_threads';
import type { ReadRequest } from './reader.thread.ts';

// A thread whose parsers meet files that are made for them: their names say which.
parentPort?.on('message', ({ path }: ReadRequest) => {
  if (path.startsWith('endless')) for (;;);
  const kept: string[][] = [];
  if (path.startsWith('filling')) for (;;) kept.push(Array.from({ length: 1_000_000 }, () => path));
});
await import('./reader.thread.ts');
