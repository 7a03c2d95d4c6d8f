import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { initiate, put } from '@labroom/testing/test-upload.ts';
import { aboutRun, keepResults } from './keep-results.ts';
import { openStack, type Stack } from './stack/stack.ts';

/**
 * `node bench/load.ts [--quick]`: a thousand concurrent uploads of a megabyte, two thousand connections that send a byte now
 * and then, and bodies of 50 MB that exceed the limit. Counts their outcomes, and measures the memory of the service before,
 * at its peak and after, and the response times of another reader. Exits with 1 if a load is not handled as documented.
 */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const scale = options.quick ? 10 : 1;

interface Load {
  name: string;
  /** Runs the load and counts its outcomes, e.g. `{ 'HTTP 200': 1000 }`. */
  press(stack: Stack): Promise<Record<string, number>>;
  isAsDocumented(outcomes: Record<string, number>): boolean;
}

const loads: Load[] = [
  {
    name: `${1_000 / scale} uploads of 1 MB at once`,
    press: uploads,
    isAsDocumented: (outcomes) => outcomes['HTTP 200'] === 1_000 / scale,
  },
  {
    name: `${2_000 / scale} connections, a byte of a header every two seconds`,
    press: (stack) => drip(stack, 'POST /graphql HTTP/1.1\r\nhost: service\r\nx-slow: '),
    isAsDocumented: (outcomes) => outcomes['HTTP 408'] === 2_000 / scale,
  },
  {
    name: `${2_000 / scale} connections, a byte of a query every two seconds`,
    press: (stack) =>
      drip(
        stack,
        `POST /graphql HTTP/1.1\r\nhost: service\r\nauthorization: ${stack.credential}\r\ncontent-type: application/json\r\n` +
          'content-length: 100000\r\n\r\n',
      ),
    isAsDocumented: (outcomes) => outcomes['HTTP 408'] === 2_000 / scale,
  },
  {
    name: `${100 / scale} JSON bodies of 50 MB at once, announced`,
    press: (stack) => bigBodies(stack, true),
    isAsDocumented: isRefused,
  },
  {
    name: `${100 / scale} JSON bodies of 50 MB at once, without Content-Length`,
    press: (stack) => bigBodies(stack, false),
    isAsDocumented: isRefused,
  },
];

const dataDir = await mkdtemp(join(tmpdir(), 'labroom-load-'));
const stack = await openStack(dataDir, null);
try {
  const results = [];
  for (const load of loads) {
    const result = await measure(load);
    results.push(result);
    console.log(result);
    if (!result.isAsDocumented) process.exitCode = 1;
  }
  if (!options.quick) await keepResults('load', { ...aboutRun(), results });
} finally {
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function measure({ name, press, isAsDocumented }: Load) {
  const quiet = await readFor(() => pause(3_000 / scale));
  const before = stack.residentBytes();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, stack.residentBytes());
  }, 50);
  const begun = performance.now();
  const crowded = await readFor(() => press(stack));
  clearInterval(watch);
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  await pause(5_000 / scale);
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  return {
    name,
    outcomes: crowded.value,
    isAsDocumented: isAsDocumented(crowded.value ?? {}),
    seconds,
    residentMB: { before: megabytes(before), peak: megabytes(peak), after: megabytes(stack.residentBytes()) },
    readerMs: { before: quiet.times, meanwhile: crowded.times },
  };
}

/** Response times of a client that reads pages in sequence during `work`. */
async function readFor<T>(work: () => Promise<T>): Promise<{ value: T; times: Record<string, number> }> {
  const { url, credential } = stack;
  const file = new URL('./load/bystander.worker.ts', import.meta.url);
  const bystander = new Worker(file, { workerData: { url, credential } });
  const value = await work();
  bystander.postMessage('stop');
  const [times] = (await once(bystander, 'message')) as [number[]];
  await bystander.terminate();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.ceil(share * sorted.length) - 1] ?? 0) * 10) / 10;
  return { value, times: { reads: times.length, p50: at(0.5), p95: at(0.95), most: at(1) } };
}

async function uploads(stack: Stack): Promise<Record<string, number>> {
  const bytes = randomBytes(1_000_000);
  const granted = [];
  for (let number = 0; number < 1_000 / scale; number += 1)
    granted.push(await initiate(stack, stack.lab, bytes.length, 'application/octet-stream'));
  return tally(
    granted.map((upload) =>
      put(upload, bytes).then(
        (status) => `HTTP ${status}`,
        (error: unknown) => String(error),
      ),
    ),
  );
}

function drip(stack: Stack, beginning: string): Promise<Record<string, number>> {
  return tally(
    Array.from({ length: 2_000 / scale }, async () => {
      const { socket, ended } = dial(stack);
      socket.write(beginning);
      const dripping = setInterval(() => socket.write('a'), 2_000);
      const answer = await ended;
      clearInterval(dripping);
      return answer;
    }),
  );
}

function bigBodies(stack: Stack, isAnnounced: boolean): Promise<Record<string, number>> {
  const size = 50_000_000;
  const piece = Buffer.alloc(65_536, 'a');
  const length = isAnnounced ? `content-length: ${size}` : 'transfer-encoding: chunked';
  return tally(
    Array.from({ length: 100 / scale }, async () => {
      const { socket, ended } = dial(stack);
      socket.write(
        `POST /graphql HTTP/1.1\r\nhost: service\r\nauthorization: ${stack.credential}\r\ncontent-type: application/json\r\n${length}\r\n\r\n`,
      );
      for (let sent = 0; sent < size && !socket.destroyed && socket.writable; sent += piece.length) {
        if (!isAnnounced) socket.write(`${piece.length.toString(16)}\r\n`);
        const isTaken = socket.write(piece);
        if (!isAnnounced) socket.write('\r\n');
        if (!isTaken) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), ended]);
      }
      return ended;
    }),
  );
}

function dial({ url }: Stack): { socket: Socket; ended: Promise<string> } {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  let answer = '';
  let failure = 'closed without an answer';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', (error) => {
    failure = error.message;
  });
  const ended = new Promise<string>((resolve) => {
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
      resolve(status ? `HTTP ${status}` : failure);
    });
  });
  return { socket, ended };
}

/** Whether all were rejected with 413, or disconnected while the client was still sending. */
function isRefused(outcomes: Record<string, number>): boolean {
  return Object.keys(outcomes).every((outcome) => /HTTP 413|EPIPE|ECONNRESET/.test(outcome));
}

async function tally(outcomes: Promise<string>[]): Promise<Record<string, number>> {
  const groups = Object.groupBy(await Promise.all(outcomes), (outcome) => outcome);
  return Object.fromEntries(Object.entries(groups).map(([outcome, same]) => [outcome, same?.length ?? 0]));
}
