import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromWorker, ToWorker } from './protocol.ts';
import { type WorkerLike, WorkerPool } from './worker-pool.ts';

class FakeWorker implements WorkerLike {
  sent: ToWorker[] = [];
  ended = false;
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  postMessage(message: ToWorker, transfer: Transferable[]) {
    this.sent.push(structuredClone(message, { transfer }));
  }
  terminate() {
    this.ended = true;
  }
  answer(data: FromWorker) {
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }
}

function poolOf(size: number) {
  const started: FakeWorker[] = [];
  const pool = new WorkerPool(() => {
    const worker = new FakeWorker();
    started.push(worker);
    return worker;
  }, size);
  const at = (index: number): FakeWorker => {
    const worker = started[index];
    if (!worker) throw new Error(`worker ${index} was not started`);
    return worker;
  };
  return { pool, started, at };
}

const args = {};

it('starts workers on demand, up to its size', async () => {
  const { pool, started, at } = poolOf(2);
  const first = pool.run('fetchFile', args);
  at(0).answer({ id: 1, result: 'a' });
  expect(await first).toBe('a');
  for (let i = 0; i < 4; i++) void pool.run('fetchFile', args);
  expect(started).toHaveLength(2);
  expect(at(0).sent.length + at(1).sent.length).toBe(5);
});

describe('a worker for one task at a time', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each(['cancelled', 'failed'])('ends with a task that is %s', async (how) => {
    const { pool, started, at } = poolOf(1);
    const other = pool.run('hashFile', args);
    const stopping = new AbortController();
    const alone = pool.run('send', args, { alone: true, signal: stopping.signal });
    expect(started).toHaveLength(2);
    if (how === 'cancelled') stopping.abort();
    else at(1).onerror?.({} as ErrorEvent);
    await alone.catch(() => {});
    expect([at(0).ended, at(1).ended]).toEqual([false, true]);
    // The others go on.
    void pool.run('hashFile', args);
    expect(started).toHaveLength(2);
    at(0).answer({ id: 1, result: 'hash' });
    expect(await other).toBe('hash');
  });

  it('ends after six tasks, and has one at a time', async () => {
    const { pool, started, at } = poolOf(1);
    for (const id of [1, 2, 3, 4, 5, 6]) {
      const sending = pool.run('send', args, { alone: true });
      expect(at(0).ended).toBe(false);
      at(0).answer({ id, result: null });
      await sending;
    }
    expect([started.length, at(0).ended]).toEqual([1, true]);
    void pool.run('send', args, { alone: true });
    void pool.run('send', args, { alone: true });
    expect(started).toHaveLength(3);
  });

  it('ends after a second without one', async () => {
    const { pool, started, at } = poolOf(1);
    const send = async (id: number) => {
      const sending = pool.run('send', args, { alone: true });
      at(0).answer({ id, result: null });
      await sending;
    };
    await send(1);
    vi.advanceTimersByTime(999);
    await send(2);
    vi.advanceTimersByTime(999);
    expect(at(0).ended).toBe(false);
    vi.advanceTimersByTime(1);
    expect(at(0).ended).toBe(true);
    void pool.run('send', args, { alone: true });
    expect(started).toHaveLength(2);
  });
});

it('transfers a key instead of copying it', () => {
  const { pool } = poolOf(1);
  const key = new Uint8Array(32).fill(7);
  void pool.run('encryptFile', { key }, { transfer: [key.buffer] });
  expect(key.byteLength).toBe(0);
});

it('reports bytes and converts failures to CryptoError', async () => {
  const { pool, at } = poolOf(1);
  const seen: number[] = [];
  const task = pool.run('putFile', args, { onBytes: (bytes) => seen.push(bytes) });
  at(0).answer({ id: 1, bytes: 5 });
  at(0).answer({ id: 1, error: { code: 'HTTP', message: 'The storage answered 403', status: 403 } });
  await expect(task).rejects.toMatchObject({ name: 'CryptoError', code: 'HTTP', status: 403 });
  expect(seen).toEqual([5]);
});

it('rejects at once when aborted, and notifies the worker', async () => {
  const { pool, at } = poolOf(1);
  const controller = new AbortController();
  const task = pool.run('putFile', args, { signal: controller.signal });
  controller.abort();
  await expect(task).rejects.toMatchObject({ code: 'ABORTED' });
  expect(at(0).sent.at(-1)).toEqual({ cancel: 1 });
  at(0).answer({ id: 1, result: 'too late' });
});

it('replaces a worker that died, and rejects only its own tasks', async () => {
  const { pool, started, at } = poolOf(2);
  const lost = pool.run('fetchFile', args);
  const kept = pool.run('fetchFile', args);
  at(0).onerror?.({} as ErrorEvent);
  await expect(lost).rejects.toMatchObject({ code: 'WORKER_FAILED' });
  expect(at(0).ended).toBe(true);
  at(1).answer({ id: 2, result: 'fine' });
  expect(await kept).toBe('fine');
  void pool.run('fetchFile', args);
  void pool.run('fetchFile', args);
  expect(started).toHaveLength(3);
});
