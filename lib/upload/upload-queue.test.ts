import { describe, expect, it } from 'vitest';
import { CryptoError } from '#packages/client/crypto/crypto-error.ts';
import { apiFailure, fakePorts } from '#packages/client/upload/fake-ports.ts';
import type { ExistingFile } from '#packages/client/upload/upload-ports.ts';
import { MAX_FILE_BYTES, type UploadItem, type UploadSettings } from './upload-item.ts';
import { UploadQueue } from './upload-queue.ts';

const settings: UploadSettings = { oclId: '0x01', access: { level: 'PUBLIC' }, changeBy: '0xaa' };

const named = (...paths: string[]) => paths.map((path) => ({ file: new File(['four'], 'x'), path }));

function start(existing: Record<string, ExistingFile> = {}) {
  const fake = fakePorts();
  const done: string[] = [];
  const queue = new UploadQueue({
    ports: fake.ports,
    existing: (path) => existing[path],
    onDone: (path) => done.push(path),
  });
  const items = () => queue.getSnapshot().items;
  const kinds = () => items().map((item) => item.state.kind);
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const unsubscribe = queue.subscribe(check);
      check();
      function check() {
        if (!holds()) return;
        unsubscribe?.();
        resolve();
      }
    });
  const idle = () => until(() => !queue.getSnapshot().active);
  const item = (index: number): UploadItem => {
    const found = items()[index];
    if (!found) throw new Error(`no item ${index}`);
    return found;
  };
  return { ...fake, queue, done, items, item, kinds, until, idle };
}

describe('upload queue', () => {
  it('sends hundreds of files, at most three at once', async () => {
    const { queue, ports, idle, done, kinds } = start();
    let sending = 0;
    let most = 0;
    ports.crypto.put = async () => {
      most = Math.max(most, ++sending);
      await Promise.resolve();
      sending--;
      return 'sha256:sent';
    };
    queue.add(named(...Array.from({ length: 300 }, (_, i) => `f/${i}.csv`)), ['results'], settings);
    await idle();
    expect(most).toBe(3);
    expect(done).toHaveLength(300);
    expect(new Set(kinds())).toEqual(new Set(['done']));
    expect(done).toContain('results/f/299.csv');
  });

  it('lists files that are too large or badly named as skipped, with the reason', async () => {
    const { queue, item, idle } = start();
    const large = new File([], 'large.bin');
    Object.defineProperty(large, 'size', { value: MAX_FILE_BYTES + 1 });
    const just = new File([], 'just.bin');
    Object.defineProperty(just, 'size', { value: MAX_FILE_BYTES });
    queue.add(
      [{ file: large, path: 'large.bin' }, ...named('a\\b'), { file: just, path: 'just.bin' }],
      [],
      settings,
    );
    await idle();
    expect(item(0).state).toMatchObject({ kind: 'skipped', reason: expect.stringContaining('100 MB') });
    expect(item(1).state).toMatchObject({ kind: 'skipped', reason: expect.stringContaining('backslash') });
    expect(item(2).state.kind).toBe('done');
  });

  it('pauses an upload and sends it again from the start, without a second upload URL', async () => {
    const { queue, hold, until, reached, item, calls, idle } = start();
    const release = hold('put');
    queue.add(named('a.csv'), [], settings);
    await reached('put');
    queue.pause();
    await until(() => item(0).state.kind === 'waiting' && item(0).sentBytes === 0);
    expect(queue.getSnapshot()).toMatchObject({ paused: true, active: true, secondsLeft: null });
    release();
    queue.resume();
    await idle();
    expect(calls).toEqual(['initiate', 'put', 'put', 'finish']);
  });

  it('cancels one file and leaves the others; a cancelled file can be retried', async () => {
    const { queue, hold, reached, item, kinds, idle } = start();
    const release = hold('put');
    queue.add(named('a.csv', 'b.csv'), [], settings);
    await reached('put', 2);
    queue.cancel(item(0).id);
    release();
    await idle();
    expect(kinds()).toEqual(['cancelled', 'done']);
    queue.retry(item(0).id);
    await idle();
    expect(kinds()).toEqual(['done', 'done']);
  });

  it('does not cancel a file that is being finished', async () => {
    const { queue, hold, reached, item, idle } = start();
    const release = hold('finish');
    queue.add(named('a.csv'), [], settings);
    await reached('finish');
    queue.cancel(item(0).id);
    queue.pause();
    release();
    await idle();
    expect(item(0).state.kind).toBe('done');
  });

  it('shows a failure with its request id, continues with the rest, and retries on demand', async () => {
    const { queue, fail, item, kinds, idle, calls } = start();
    fail('put', new CryptoError('HTTP', 'The storage answered 403', { status: 403 }));
    fail('initiate', undefined, apiFailure('FAILED_PRECONDITION', 'QUOTA_EXCEEDED'));
    queue.add(named('a.csv', 'b.csv', 'c.csv'), [], settings);
    await idle();
    expect(kinds()).toEqual(['failed', 'failed', 'done']);
    expect(item(1).state).toMatchObject({ failure: { requestId: 'req-1', retryable: false } });
    calls.length = 0;
    queue.retryFailed();
    await idle();
    expect(kinds()).toEqual(['done', 'done', 'done']);
    expect(calls.filter((name) => name === 'initiate')).toHaveLength(2);
  });

  it('counts bytes and estimates the time left', async () => {
    const { queue, ports, reached, advanceTime, hold, idle } = start();
    const release = hold('put');
    const { put } = ports.crypto;
    const report = Promise.withResolvers<(bytes: number) => void>();
    ports.crypto.put = (request, running) => {
      report.resolve((bytes) => running?.onBytes?.(bytes));
      return put(request, running);
    };
    queue.add([{ file: new File([new Uint8Array(1000)], 'a'), path: 'a' }], [], settings);
    await reached('put');
    advanceTime(1000);
    (await report.promise)(600);
    expect(queue.getSnapshot()).toMatchObject({ sentBytes: 600, totalBytes: 1000, secondsLeft: 1 });
    release();
    await idle();
    expect(queue.getSnapshot()).toMatchObject({ sentBytes: 1000, secondsLeft: null, active: false });
  });
});

describe('conflicts', () => {
  const existing = {
    'a.csv': { did: 'did:a', version: 3, accessLevel: 'ADMIN' },
    'b.csv': { did: 'did:b', version: 1, accessLevel: 'PUBLIC' },
  };

  it('asks before anything is sent', async () => {
    const { queue, item, calls, idle } = start(existing);
    queue.add(named('a.csv'), [], settings);
    await idle();
    expect(item(0).state).toEqual({ kind: 'conflict', existing: existing['a.csv'] });
    expect(calls).toEqual([]);
  });

  it('uploads a new version, renames or skips, as chosen', async () => {
    const { queue, item, finished, idle, kinds } = start(existing);
    queue.add(named('a.csv', 'b.csv', 'a (2).csv'), [], settings);
    queue.add(named('a.csv'), [], settings);
    await idle();
    queue.resolve(item(0).id, 'newVersion');
    queue.resolve(item(1).id, 'skip');
    queue.resolve(item(3).id, 'rename');
    await idle();
    expect(kinds()).toEqual(['done', 'skipped', 'done', 'done']);
    expect(item(3).path).toBe('a (3).csv');
    expect(finished.map(({ path, ref }) => path ?? ref).sort()).toEqual(['a (2).csv', 'a (3).csv', 'did:a']);
  });

  it('applies a choice to the whole drop, and to nothing else', async () => {
    const { queue, item, kinds, idle, finished } = start(existing);
    queue.add(named('a.csv', 'b.csv'), [], settings);
    queue.add(named('b.csv'), [], settings);
    await idle();
    queue.resolve(item(0).id, 'newVersion', true);
    await idle();
    expect(kinds()).toEqual(['done', 'done', 'conflict']);
    expect(finished.map((args) => args.ref)).toEqual(['did:a', 'did:b']);
  });

  const theirs = { did: 'did:theirs', version: 1, accessLevel: 'PUBLIC' };

  it('detects a file that somebody else uploaded meanwhile, and keeps the sent bytes', async () => {
    const { queue, fail, stored, item, idle, calls, finished } = start();
    fail('finish', apiFailure('CONFLICT', 'PATH_OCCUPIED'));
    stored.set('a.csv', theirs);
    queue.add(named('a.csv'), [], settings);
    await idle();
    expect(item(0).state).toEqual({ kind: 'conflict', existing: theirs });
    queue.resolve(item(0).id, 'newVersion');
    await idle();
    expect(calls).toEqual(['initiate', 'put', 'finish', 'findFile', 'finish']);
    expect(finished[0]).toMatchObject({ ref: 'did:theirs' });
    expect(finished[0]).not.toHaveProperty('path');
  });

  it('treats the second of two equal paths as a conflict with the first', async () => {
    const { queue, item, idle, kinds } = start();
    queue.add(named('a.csv', 'a.csv'), [], settings);
    await idle();
    expect(kinds()).toEqual(['done', 'conflict']);
    expect(item(1).state).toMatchObject({
      existing: { did: 'did:odf:a.csv', version: 1, accessLevel: 'PUBLIC' },
    });
  });
});
