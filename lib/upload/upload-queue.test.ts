import { CryptoError } from '@labroom/client/crypto/crypto-error';
import { fakeParts, keptInMemory } from '@labroom/client/upload/fake-parts.fixture.ts';
import { apiFailure } from '@labroom/client/upload/fake-ports.ts';
import { IN_PARTS_FROM } from '@labroom/client/upload/upload-in-parts';
import { isQuick } from '@labroom/testing/depth.ts';
import { describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES } from './upload-item.ts';
import { named, settings, startQueue } from './upload-queue.fixture.ts';

describe('upload queue', () => {
  it('sends more than a hundred files, at most three at once', async () => {
    const { queue, ports, idle, done, kinds } = startQueue();
    let sending = 0;
    let most = 0;
    ports.crypto.put = async () => {
      most = Math.max(most, ++sending);
      await Promise.resolve();
      sending--;
      return 'sha256:sent';
    };
    queue.add(named(...Array.from({ length: 120 }, (_, i) => `f/${i}.csv`)), ['results'], settings);
    await idle();
    expect(most).toBe(3);
    expect(done).toHaveLength(120);
    expect(new Set(kinds())).toEqual(new Set(['done']));
    expect(done).toContain('results/f/119.csv');
  });

  it('reads the text of public files, and of secret ones only on request', async () => {
    const { queue, finished, idle, calls } = startQueue();
    const secret = { level: 'ADMIN', conditions: '[]' } as const;
    queue.add(named('public.md'), [], { ...settings, readsText: 'ofPublicFiles' });
    queue.add(named('secret.md'), [], { ...settings, access: secret, readsText: 'ofPublicFiles' });
    queue.add(named('asked.md'), [], { ...settings, access: secret, readsText: 'ofAllFiles' });
    queue.add(named('typed.md'), [], { ...settings, contentText: 'typed' });
    await idle();
    const texts = new Map(finished.map(({ path, contentText }) => [path, contentText]));
    expect(texts).toEqual(
      new Map([
        ['public.md', 'text of four'],
        ['secret.md', undefined],
        ['asked.md', 'text of four'],
        ['typed.md', 'typed'],
      ]),
    );
    expect(calls.filter((call) => call === 'text')).toHaveLength(2);
  });

  it('uploads a file without readable text, and reads no text twice', async () => {
    const { queue, ports, finished, fail, idle, kinds } = startQueue();
    let reads = 0;
    ports.readText = async () => {
      reads++;
      return reads === 1 ? 'read' : null;
    };
    fail('put', new CryptoError('ABORTED', 'Cancelled.'));
    queue.add(named('a.md'), [], { ...settings, readsText: 'ofPublicFiles' });
    await idle();
    queue.add(named('b.png'), [], { ...settings, readsText: 'ofPublicFiles' });
    await idle();
    expect(kinds()).toEqual(['done', 'done']);
    expect(reads).toBe(2);
    expect(finished.map(({ contentText }) => contentText)).toEqual(['read', undefined]);
  });

  it('uploads a file without its text if the lab has no room for more text, and says so', async () => {
    const { queue, fail, finished, idle, calls, item } = startQueue();
    const full = (quota: string) => apiFailure('FAILED_PRECONDITION', 'QUOTA_EXCEEDED', false, { quota });
    fail('finish', full('TEXT'));
    queue.add(named('a.md'), [], { ...settings, readsText: 'ofPublicFiles' });
    await idle();
    expect(item(0).state).toMatchObject({ kind: 'done', isTextLeftOut: true });
    expect(finished).toMatchObject([{ path: 'a.md', contentText: '' }]);
    expect(calls.filter((call) => call === 'put')).toHaveLength(1);

    // Without a text, and where the storage is full, leaving out the text would not help.
    fail('finish', full('TEXT'));
    queue.add(named('b.md'), [], settings);
    await idle();
    fail('finish', full('STORAGE'));
    queue.add(named('c.md'), [], { ...settings, contentText: 'text' });
    await idle();
    expect([item(1).state.kind, item(2).state.kind]).toEqual(['failed', 'failed']);
  });

  it('lists files that are too large or badly named as skipped, with the reason', async () => {
    const { queue, item, idle } = startQueue();
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
    expect(item(0).state).toMatchObject({ kind: 'skipped', reason: expect.stringContaining('5 GB') });
    expect(item(1).state).toMatchObject({ kind: 'skipped', reason: expect.stringContaining('backslash') });
    expect(item(2).state.kind).toBe('done');
  });

  it('pauses an upload and sends it again from the start, without a second upload URL', async () => {
    const { queue, hold, until, reached, item, calls, idle } = startQueue();
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
    const { queue, hold, reached, item, kinds, idle } = startQueue();
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

  // Every MiB is encrypted and hashed.
  if (!isQuick)
    it('ends a large upload that is cancelled, so that its bytes are free; a retry begins another', async () => {
      const parts = fakeParts(8 * 1_048_576);
      const kept = keptInMemory();
      const { queue, item, idle } = startQueue({}, { ...parts.ports.inParts, kept });
      const release = parts.hold('put');
      queue.add([{ file: new File([new Uint8Array(IN_PARTS_FROM)], 'x'), path: 'a.raw' }], [], settings);
      await parts.reached('put', 2);
      expect(kept.size()).toBe(1);
      queue.cancel(item(0).id);
      release();
      await expect.poll(() => parts.calls).toContain('cancelUpload');
      await idle();
      expect([kept.size(), parts.uploads.size]).toEqual([0, 0]);
      queue.retry(item(0).id);
      await parts.reached('put', 4);
      await idle();
      expect(parts.uploads.size).toBe(1);
    });

  it('does not cancel a file that is being finished', async () => {
    const { queue, hold, reached, item, idle } = startQueue();
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
    const { queue, fail, item, kinds, idle, calls } = startQueue();
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
    const { queue, ports, reached, advanceTime, hold, idle } = startQueue();
    const release = hold('put');
    const { put } = ports.crypto;
    const report = Promise.withResolvers<(bytes: number) => void>();
    ports.crypto.put = (request, running) => {
      report.resolve((bytes) => running?.onBytes?.(bytes));
      return put(request, running);
    };
    queue.add([{ file: new File([new Uint8Array(1000)], 'a'), path: 'a' }], [], settings);
    await reached('put');
    advanceTime(60_000);
    (await report.promise)(500);
    const { sentBytes, totalBytes, secondsLeft } = queue.getSnapshot();
    expect({ sentBytes, totalBytes }).toEqual({ sentBytes: 500, totalBytes: 1000 });
    expect(secondsLeft).toBeGreaterThan(30);
    release();
    await idle();
    expect(queue.getSnapshot()).toMatchObject({ sentBytes: 1000, secondsLeft: null, active: false });
  });
});

describe('without a network', () => {
  const unreachable = () => apiFailure('NETWORK_ERROR', undefined, true);

  it('uploads wait and continue by themselves, with what was sent and encrypted', async () => {
    const { queue, hold, reached, until, item, calls, idle, kinds } = startQueue();
    const release = hold('put');
    queue.add(named('a.csv', 'b.csv', 'c.csv', 'd.csv'), [], settings);
    await reached('put', 3);
    queue.setOffline(true);
    await until(() => queue.getSnapshot().items.every(({ state }) => state.kind === 'waiting'));
    expect(queue.getSnapshot()).toMatchObject({ offline: true, active: true });
    release();
    queue.add(named('e.csv'), [], settings);
    expect(item(4).state.kind).toBe('waiting');
    calls.length = 0;
    queue.setOffline(false);
    await idle();
    expect(new Set(kinds())).toEqual(new Set(['done']));
    expect(calls.filter((name) => name === 'initiate')).toHaveLength(2);
  });

  it('an upload that was being finished waits too', async () => {
    const { queue, fail, hold, reached, until, item, calls, idle } = startQueue();
    const release = hold('finish');
    fail('finish', unreachable(), unreachable(), unreachable());
    queue.add(named('a.csv'), [], settings);
    await reached('finish');
    queue.setOffline(true);
    release();
    await until(() => item(0).state.kind === 'waiting');
    queue.setOffline(false);
    await idle();
    expect(item(0).state.kind).toBe('done');
    expect(calls.filter((name) => name === 'put')).toHaveLength(1);
  });

  it('uploads that failed before the loss was noticed are retried, and no others', async () => {
    const { queue, fail, kinds, idle } = startQueue();
    fail('initiate', unreachable(), unreachable(), unreachable());
    queue.add(named('a.csv'), [], settings);
    await idle();
    fail('initiate', apiFailure('FAILED_PRECONDITION', 'QUOTA_EXCEEDED'));
    queue.add(named('b.csv'), [], settings);
    await idle();
    expect(kinds()).toEqual(['failed', 'failed']);
    queue.setOffline(true);
    queue.setOffline(false);
    await idle();
    expect(kinds()).toEqual(['done', 'failed']);
  });

  it('uploads that the user paused stay paused', async () => {
    const { queue, kinds } = startQueue();
    queue.pause();
    queue.add(named('a.csv'), [], settings);
    queue.setOffline(true);
    queue.setOffline(false);
    expect(kinds()).toEqual(['waiting']);
  });
});
