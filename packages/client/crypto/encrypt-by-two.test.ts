import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, expect, it } from 'vitest';
import { open, sha256Hex } from './aes-gcm.ts';
import { bytesFromBase64 } from './base64.ts';
import { encryptByTwo } from './encrypt-by-two.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import vector from './vectors/aes-256-gcm.json' with { type: 'json' };
import { type WorkerLike, WorkerPool } from './worker-pool.ts';

/** Threads that a test left idle, for the next one. */
const idle: Worker[] = [];

/** Runs the web app's worker in a Node thread. */
class ThreadWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  readonly sent: ToWorker[] = [];
  readonly #thread =
    idle.pop() ??
    new Worker(
      `const { parentPort } = require('node:worker_threads');
     globalThis.self = { postMessage: (message) => parentPort.postMessage(message) };
     const loaded = import(${JSON.stringify(new URL('./crypto.worker.ts', import.meta.url).href)});
     parentPort.on('message', (data) => loaded.then(() => self.onmessage({ data })));`,
      { eval: true },
    );
  #isTerminated = false;
  readonly #answers: FromWorker[] = [];
  #heard = () => {};

  constructor() {
    this.#thread.on('message', (data: FromWorker) => {
      this.#answers.push(data);
      this.onmessage?.({ data } as MessageEvent<FromWorker>);
      this.#heard();
    });
  }
  postMessage(message: ToWorker, transfer: Transferable[]) {
    this.sent.push(message);
    this.#thread.postMessage(message, transfer as never);
  }
  async terminate() {
    this.#isTerminated = true;
    await this.#thread.terminate();
  }
  /** Keeps the thread for another worker, unless it was terminated. */
  release() {
    this.#thread.removeAllListeners('message');
    if (!this.#isTerminated) idle.push(this.#thread);
  }
  die() {
    this.onerror?.({} as ErrorEvent);
  }
  /** The worker's final message about an operation, whether or not anything awaits it. */
  async answerTo(operation: string): Promise<FromWorker> {
    const task = this.sent.find((message) => 'operation' in message && message.operation === operation);
    for (;;) {
      const answer = this.#answers.find(({ id }) => task && 'id' in task && id === task.id);
      if (answer) return answer;
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
  }
}

const started: ThreadWorker[] = [];
const poolOf = (size: number) =>
  new WorkerPool(() => {
    const worker = new ThreadWorker();
    started.push(worker);
    return worker;
  }, size);
const at = (index: number): ThreadWorker => {
  const worker = started[index];
  if (!worker) throw new Error(`worker ${index} was not started`);
  return worker;
};
const key = () => bytesFromBase64(vector.key);
const fileOf = (length: number) => new Blob([crypto.getRandomValues(new Uint8Array(length))]);

async function expectOpens(file: Blob, made: Awaited<ReturnType<typeof encryptByTwo>>) {
  const plaintext = await file.arrayBuffer();
  expect(made.plaintextHash).toBe(`sha256-${await sha256Hex(plaintext)}`);
  const opened = await open(await made.ciphertext.arrayBuffer(), key(), made.iv, made.plaintextHash);
  expect(Buffer.from(opened).equals(Buffer.from(plaintext))).toBe(true);
}

afterEach(() => {
  for (const worker of started.splice(0)) worker.release();
});
afterAll(async () => {
  await Promise.all(idle.map((thread) => thread.terminate()));
});

it('encrypts in one worker, hashes in another, and keeps no copy of the key', async () => {
  const [pool, file, moved] = [poolOf(2), fileOf(60_000), key()];
  const encrypting = encryptByTwo(pool, file, moved);
  expect(moved.byteLength).toBe(0);
  await expectOpens(file, await encrypting);
  expect(started.map(({ sent }) => sent.length)).toEqual([1, 1]);
});

it.each([1, 2])('completes with %i workers and many files at once', async (size) => {
  const pool = poolOf(size);
  const files = [60_000, 1, 59_999, 60_001, 100, 0, 40_000, 60_000].map(fileOf);
  const made = await Promise.all(files.map((file) => encryptByTwo(pool, file, key())));
  for (const [index, file] of files.entries()) {
    const one = made[index];
    if (one) await expectOpens(file, one);
  }
  expect(pool.idle).toBe(size);
});

it('a cancellation ends both halves, and the next file is encrypted correctly', async () => {
  const pool = poolOf(2);
  const cancelling = new AbortController();
  const encrypting = encryptByTwo(pool, fileOf(60_000), key(), cancelling.signal);
  cancelling.abort();
  await expect(encrypting).rejects.toMatchObject({ code: 'ABORTED' });
  expect(pool.idle).toBe(2);
  expect(await at(0).answerTo('encryptForOther')).toBeDefined();
  expect(await at(1).answerTo('hashOther')).toBeDefined();
  const file = fileOf(50_000);
  await expectOpens(file, await encryptByTwo(pool, file, key()));
});

it('rejects with the error of the encrypting half, and ends the hashing half', async () => {
  const pool = poolOf(2);
  const encrypting = encryptByTwo(pool, fileOf(10), new Uint8Array(31));
  await expect(encrypting).rejects.toMatchObject({ code: 'BAD_KEY' });
  expect(pool.idle).toBe(2);
  expect(await at(1).answerTo('hashOther')).toBeDefined();
});

it('rejects if the hashing worker is lost, and ends the encrypting half', async () => {
  const pool = poolOf(2);
  const encrypting = encryptByTwo(pool, fileOf(60_000), key());
  at(1).die();
  await expect(encrypting).rejects.toMatchObject({ code: 'WORKER_FAILED' });
  expect(at(0).sent.at(-1)).toEqual({ cancel: 1 });
  const file = fileOf(50_000);
  await expectOpens(file, await encryptByTwo(pool, file, key()));
});

it('rejects if the encrypting worker is lost, and ends the hashing half', async () => {
  const pool = poolOf(2);
  const encrypting = encryptByTwo(pool, fileOf(60_000), key());
  at(0).die();
  await expect(encrypting).rejects.toMatchObject({ code: 'WORKER_FAILED' });
  expect(await at(1).answerTo('hashOther')).toBeDefined();
});
