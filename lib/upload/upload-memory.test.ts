import { expect, it } from 'vitest';
import { apiFailure, fakePorts } from '#packages/client/upload/fake-ports.ts';
import type { ExistingFile } from '#packages/client/upload/upload-ports.ts';
import { storedUploadMemory } from './stored-upload-memory.ts';
import type { UploadSettings } from './upload-item.ts';
import { UploadQueue } from './upload-queue.ts';

const team: UploadSettings = {
  oclId: '0x01',
  access: { level: 'ADMIN', conditions: '[]' },
  changeBy: '0xaa',
};

function browser() {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const fake = fakePorts();
  // Makes the worker's hash of a file equal to its hash at encryption.
  const { encrypt } = fake.ports.crypto;
  fake.ports.crypto.encrypt = async (file, key, running) => ({
    ...(await encrypt(file, key, running)),
    plaintextHash: `sha256-${await (file as File).text()}`,
  });
  fake.ports.crypto.hash = async (file) => {
    fake.calls.push('hash');
    return file.text();
  };
  /** Simulates a reload of the page. */
  function load({ listsFiles = true } = {}) {
    const memory = storedUploadMemory(() => store, '0x01');
    const queue = new UploadQueue({
      ports: fake.ports,
      existing: (path) => (listsFiles ? fake.stored.get(path) : undefined),
      memory,
    });
    const until = (holds: () => boolean) =>
      new Promise<void>((resolve) => {
        const unsubscribe = queue.subscribe(() => check());
        const check = () => {
          if (!holds()) return;
          unsubscribe();
          resolve();
        };
        check();
      });
    return {
      queue,
      memory,
      until,
      idle: () => until(() => !queue.getSnapshot().active),
      states: () => queue.getSnapshot().items.map(({ state }) => state),
    };
  }
  return { ...fake, kept, load };
}

const drop = (...files: [path: string, content: string][]) =>
  files.map(([path, content]) => ({ path, file: new File([content], path) }));

it('continues after a reload: skips finished files and sends the rest', async () => {
  const { load, hold, reached, calls, kept } = browser();
  const before = load();
  before.queue.add(drop(['a', 'alpha'], ['b', 'beta']), ['run'], team);
  await before.idle();
  hold('put');
  before.queue.add(drop(['c', 'gamma']), ['run'], team);
  await reached('put', 3);

  before.queue.pause();
  const after = load();
  expect(after.memory.unfinished()).toEqual(['run/c']);
  const puts = calls.filter((name) => name === 'put').length;
  after.queue.add(drop(['a', 'alpha'], ['b', 'beta']), ['run'], team);
  await after.idle();
  expect(after.states()).toEqual([
    { kind: 'skipped', reason: 'Already uploaded and unchanged.' },
    { kind: 'skipped', reason: 'Already uploaded and unchanged.' },
  ]);
  expect(calls.filter((name) => name === 'put')).toHaveLength(puts);
  const everything = [...kept].join();
  expect(everything).not.toMatch(/secret-|wrapped-|sealed/);
});

it('asks about a file that changed on disk, whether or not its size changed', async () => {
  const { load, calls } = browser();
  const before = load();
  before.queue.add(drop(['a', 'alpha'], ['b', 'beta']), [], team);
  await before.idle();
  const after = load();
  after.queue.add(drop(['a', 'ALPHA'], ['b', 'beta and more']), [], team);
  await after.idle();
  expect(after.states().map(({ kind }) => kind)).toEqual(['conflict', 'conflict']);
  // A different size needs no hashing.
  expect(calls.filter((name) => name === 'hash')).toHaveLength(1);
});

it('asks if somebody else uploaded another version meanwhile', async () => {
  const { load, stored } = browser();
  const before = load();
  before.queue.add(drop(['a', 'alpha']), [], team);
  await before.idle();
  const theirs: ExistingFile = { did: 'did:odf:a', version: 2, accessLevel: 'ADMIN' };
  stored.set('a', theirs);
  const after = load();
  after.queue.add(drop(['a', 'alpha']), [], team);
  await after.idle();
  expect(after.states()).toEqual([{ kind: 'conflict', existing: theirs }]);
});

it('recognizes a file that the page has not listed yet', async () => {
  const { load, fail } = browser();
  const before = load();
  before.queue.add(drop(['a', 'alpha']), [], team);
  await before.idle();
  const after = load({ listsFiles: false });
  fail('finish', apiFailure('CONFLICT', 'PATH_OCCUPIED'));
  after.queue.add(drop(['a', 'alpha']), [], team);
  await after.idle();
  expect(after.states()).toMatchObject([{ kind: 'skipped' }]);
});

it("forgets cancelled uploads, and works if the browser's storage is unavailable or corrupt", async () => {
  const { load, hold, reached, kept } = browser();
  hold('put');
  const { queue, memory } = load();
  queue.add(drop(['a', 'alpha']), [], team);
  await reached('put');
  expect(memory.unfinished()).toEqual(['a']);
  queue.cancelAll();
  expect(memory.unfinished()).toEqual([]);
  expect(kept.size).toBe(0);

  kept.set('labroom.uploads.0x01', '[["a",{"size":"5"}],7,["b",{"size":1,"done":null}]]');
  expect(load().memory.unfinished()).toEqual(['b']);
  const blocked = storedUploadMemory(() => {
    throw new DOMException('denied', 'SecurityError');
  }, '0x01');
  blocked.remember([['a', { size: 1, done: null }]]);
  expect(blocked.unfinished()).toEqual(['a']);
});
