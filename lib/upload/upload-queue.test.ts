import { describe, expect, it } from 'vitest';
import { CryptoError } from '#packages/client/crypto/crypto-error.ts';
import { fakeParts, keptInMemory } from '#packages/client/upload/fake-parts.fixture.ts';
import { apiFailure, fakePorts, sha256 } from '#packages/client/upload/fake-ports.ts';
import { IN_PARTS_FROM } from '#packages/client/upload/upload-in-parts.ts';
import type { ExistingFile, QueuePorts } from '#packages/client/upload/upload-ports.ts';
import { MAX_FILE_BYTES, type UploadItem, type UploadSettings } from './upload-item.ts';
import { UploadQueue } from './upload-queue.ts';

const lab = { oclId: '0x01', shortname: 'lipase', name: 'Lipase screen' };
const settings: UploadSettings = { lab, access: { level: 'PUBLIC' }, changeBy: '0xaa' };

const named = (...paths: string[]) => paths.map((path) => ({ file: new File(['four'], 'x'), path }));

function start(existing: Record<string, ExistingFile> = {}, inParts?: QueuePorts['inParts']) {
  const fake = fakePorts();
  const done: string[] = [];
  const queue = new UploadQueue({
    ports: inParts ? { ...fake.ports, inParts } : fake.ports,
    existing: (oclId, path) => (oclId === lab.oclId ? existing[path] : undefined),
    onDone: ({ path }) => done.push(path),
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

  it('reads the text of public files, and of secret ones only on request', async () => {
    const { queue, finished, idle, calls } = start();
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
    const { queue, ports, finished, fail, idle, kinds } = start();
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
    const { queue, fail, finished, idle, calls, item } = start();
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
    expect(item(0).state).toMatchObject({ kind: 'skipped', reason: expect.stringContaining('5 GB') });
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

  it('ends a large upload that is cancelled, so that its bytes are free; a retry begins another', async () => {
    const parts = fakeParts(8 * 1_048_576);
    const kept = keptInMemory();
    const { queue, item, idle } = start({}, { ...parts.ports.inParts, kept });
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
    expect(item(0).state).toEqual({ kind: 'conflict', existing: existing['a.csv'], identical: false });
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
    queue.resolve(item(0).id, 'newVersion', { forAll: true, changeNote: 'Recalibrated.' });
    await idle();
    expect(kinds()).toEqual(['done', 'done', 'conflict']);
    expect(finished.map(({ ref, changeNote }) => [ref, changeNote])).toEqual([
      ['did:a', 'Recalibrated.'],
      ['did:b', 'Recalibrated.'],
    ]);
  });

  const theirs = { did: 'did:theirs', version: 1, accessLevel: 'PUBLIC' };

  it('detects a file that somebody else uploaded meanwhile, and keeps the sent bytes', async () => {
    const { queue, fail, stored, item, idle, calls, finished } = start();
    fail('finish', apiFailure('CONFLICT', 'PATH_OCCUPIED'));
    stored.set('a.csv', theirs);
    queue.add(named('a.csv'), [], settings);
    await idle();
    expect(item(0).state).toMatchObject({ kind: 'conflict', existing: theirs });
    queue.resolve(item(0).id, 'newVersion');
    await idle();
    expect(calls).toEqual(['initiate', 'put', 'finish', 'findFile', 'finish']);
    expect(finished[0]).toMatchObject({ ref: 'did:theirs' });
    expect(finished[0]).not.toHaveProperty('path');
  });

  it('keeps equal paths of two labs apart', async () => {
    const { queue, kinds, idle } = start(existing);
    queue.add(named('a.csv'), [], { ...settings, lab: { ...lab, oclId: '0x02' } });
    queue.add(named('a.csv'), [], settings);
    await idle();
    expect(kinds()).toEqual(['done', 'conflict']);
  });

  it('asks again if the path of a copy is taken meanwhile', async () => {
    const { queue, fail, stored, item, idle } = start(existing);
    queue.add(named('a.csv'), [], settings);
    await idle();
    fail('finish', apiFailure('CONFLICT', 'PATH_OCCUPIED'));
    stored.set('a (2).csv', theirs);
    queue.resolve(item(0).id, 'rename');
    await idle();
    expect(item(0)).toMatchObject({ path: 'a (2).csv', state: { kind: 'conflict', existing: theirs } });
  });

  it('treats the second of two equal paths as a conflict with the first', async () => {
    const { queue, item, idle, kinds } = start();
    const second = { file: new File(['other'], 'x'), path: 'a.csv' };
    queue.add([...named('a.csv'), second], [], settings);
    await idle();
    expect(kinds()).toEqual(['done', 'conflict']);
    expect(item(1).state).toMatchObject({
      existing: { did: 'did:odf:a.csv', version: 1, accessLevel: 'PUBLIC' },
    });
  });
});

describe('without a network', () => {
  const unreachable = () => apiFailure('NETWORK_ERROR', undefined, true);

  it('uploads wait and continue by themselves, with what was sent and encrypted', async () => {
    const { queue, hold, reached, until, item, calls, idle, kinds } = start();
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
    const { queue, fail, hold, reached, until, item, calls, idle } = start();
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
    const { queue, fail, kinds, idle } = start();
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
    const { queue, kinds } = start();
    queue.pause();
    queue.add(named('a.csv'), [], settings);
    queue.setOffline(true);
    queue.setOffline(false);
    expect(kinds()).toEqual(['waiting']);
  });
});

describe('files that equal the newest version', () => {
  const did = 'did:a';
  const open = async (text: string): Promise<ExistingFile> => ({
    did,
    version: 3,
    accessLevel: 'PUBLIC',
    contentHash: `sha256:${await sha256(text)}`,
    contentLength: String(text.length),
  });
  const secret: ExistingFile = {
    did,
    version: 3,
    accessLevel: 'ADMIN',
    contentHash: 'sha256:of-the-ciphertext',
    contentLength: '20',
  };

  it('are recognized before anything is sent, public and encrypted', async () => {
    const { queue, plaintexts, item, calls, idle } = start({ 'a.csv': await open('four'), 'b.csv': secret });
    plaintexts.set('b.csv', `sha256-${await sha256('four')}`);
    queue.add(named('a.csv', 'b.csv'), [], settings);
    await idle();
    expect(item(0).state).toMatchObject({ kind: 'conflict', identical: true });
    expect(item(1).state).toMatchObject({ kind: 'conflict', identical: true });
    expect(calls).not.toContain('initiate');
    queue.resolve(item(0).id, 'skip');
    expect(item(0).state).toEqual({ kind: 'skipped', reason: 'Identical to version 3.' });
  });

  it('are recognized by a hash that is asked for, if the list has none', async () => {
    const { contentHash: _, ...listed } = await open('four');
    const { queue, stored, item, idle } = start({ 'a.csv': listed, 'b.csv': listed });
    stored.set('a.csv', await open('four'));
    queue.add(named('a.csv', 'b.csv'), [], settings);
    await idle();
    expect(item(0).state).toMatchObject({ kind: 'conflict', identical: true });
    expect(item(1).state).toMatchObject({ kind: 'conflict', identical: false });
  });

  it('are recognized when the user chose the file for a new version, and nothing else is asked then', async () => {
    const { queue, item, idle, finished } = start({ 'a.csv': await open('four') });
    queue.addVersion(new File(['four'], 'x'), { did, path: 'a.csv' }, settings);
    await idle();
    expect(item(0).state).toMatchObject({ kind: 'conflict', identical: true });
    queue.resolve(item(0).id, 'newVersion');
    await idle();
    queue.addVersion(new File(['five'], 'x'), { did, path: 'a.csv' }, settings);
    await idle();
    expect(finished.map(({ ref }) => ref)).toEqual([did, did]);
  });

  it('are not assumed if other bytes have the same length, or the hash is not known', async () => {
    const { queue, fail, item, idle } = start({
      'a.csv': await open('five'),
      'b.csv': secret,
      'c.csv': secret,
    });
    fail('plaintextHash', apiFailure('UNAVAILABLE'));
    queue.add(named('a.csv', 'b.csv', 'c.csv'), [], settings);
    await idle();
    for (const index of [0, 1, 2])
      expect(item(index).state).toMatchObject({ kind: 'conflict', identical: false });
  });

  it('are read only if the length is the same', async () => {
    const { queue, item, calls, idle } = start({ 'a.csv': await open('longer') });
    queue.add(named('a.csv'), [], settings);
    await idle();
    expect(item(0).state).toMatchObject({ kind: 'conflict', identical: false });
    expect(calls).toEqual([]);
  });

  it('are decided apart from those that differ', async () => {
    const existing = {
      'a.csv': await open('four'),
      'b.csv': await open('five'),
      'c.csv': await open('four'),
    };
    const { queue, item, kinds, idle } = start(existing);
    queue.add(named('a.csv', 'b.csv', 'c.csv'), [], settings);
    await idle();
    queue.resolve(item(0).id, 'skip', { forAll: true });
    expect(kinds()).toEqual(['skipped', 'conflict', 'skipped']);
  });

  it('are skipped without a question when an interrupted drop continues', async () => {
    const { queue, kinds, idle } = start({ 'a.csv': await open('four'), 'b.csv': await open('five') });
    queue.add(named('a.csv', 'b.csv', 'c.csv'), [], settings, { skipsIdentical: true });
    await idle();
    expect(kinds()).toEqual(['skipped', 'conflict', 'done']);
  });
});
