import { apiFailure, sha256 } from '@labroom/client/upload/fake-ports.ts';
import type { ExistingFile } from '@labroom/client/upload/upload-ports';
import { describe, expect, it } from 'vitest';
import { lab, named, settings, startQueue } from './upload-queue.fixture.ts';

describe('conflicts', () => {
  const existing = {
    'a.csv': { did: 'did:a', version: 3, accessLevel: 'ADMIN' },
    'b.csv': { did: 'did:b', version: 1, accessLevel: 'PUBLIC' },
  };

  it('asks before anything is sent', async () => {
    const { queue, item, calls, idle } = startQueue(existing);
    queue.add(named('a.csv'), [], settings);
    await idle();
    expect(item(0).state).toEqual({ kind: 'conflict', existing: existing['a.csv'], identical: false });
    expect(calls).toEqual([]);
  });

  it('uploads a new version, renames or skips, as chosen', async () => {
    const { queue, item, finished, idle, kinds } = startQueue(existing);
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
    const { queue, item, kinds, idle, finished } = startQueue(existing);
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
    const { queue, fail, stored, item, idle, calls, finished } = startQueue();
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
    const { queue, kinds, idle } = startQueue(existing);
    queue.add(named('a.csv'), [], { ...settings, lab: { ...lab, oclId: '0x02' } });
    queue.add(named('a.csv'), [], settings);
    await idle();
    expect(kinds()).toEqual(['done', 'conflict']);
  });

  it('asks again if the path of a copy is taken meanwhile', async () => {
    const { queue, fail, stored, item, idle } = startQueue(existing);
    queue.add(named('a.csv'), [], settings);
    await idle();
    fail('finish', apiFailure('CONFLICT', 'PATH_OCCUPIED'));
    stored.set('a (2).csv', theirs);
    queue.resolve(item(0).id, 'rename');
    await idle();
    expect(item(0)).toMatchObject({ path: 'a (2).csv', state: { kind: 'conflict', existing: theirs } });
  });

  it('treats the second of two equal paths as a conflict with the first', async () => {
    const { queue, item, idle, kinds } = startQueue();
    const second = { file: new File(['other'], 'x'), path: 'a.csv' };
    queue.add([...named('a.csv'), second], [], settings);
    await idle();
    expect(kinds()).toEqual(['done', 'conflict']);
    expect(item(1).state).toMatchObject({
      existing: { did: 'did:odf:a.csv', version: 1, accessLevel: 'PUBLIC' },
    });
  });
});

describe('what the user decides before an upload starts', () => {
  const holders = { accessControlConditions: '["holders"]' };
  const existing = {
    'a.csv': { did: 'did:a', version: 3, accessLevel: 'HOLDERS', encryptionMetadata: holders },
  } satisfies Record<string, ExistingFile>;
  const asSeen = { ...settings, access: { level: 'HOLDERS', conditions: 'none yet' } } as const;

  it('is a new version with the conditions that its file has', async () => {
    const { queue, stored, finished, idle, kinds } = startQueue(existing);
    stored.set('a.csv', existing['a.csv']);
    queue.add(named('a.csv', 'new.csv'), [], asSeen, { decided: 'newVersion' });
    await idle();
    expect(kinds()).toEqual(['done', 'done']);
    const version = finished.find(({ ref }) => ref === 'did:a');
    expect(version).toMatchObject({ accessLevel: 'HOLDERS' });
    expect(version?.encryptionMetadata?.accessControlConditions).toBe('["holders"]');
  });

  it('fails if the file is gone, or is not as the user saw it', async () => {
    const seen = existing['a.csv'];
    for (const now of [null, { ...seen, accessLevel: 'PUBLIC' }, { ...seen, did: 'did:other' }]) {
      const { queue, stored, item, calls, idle } = startQueue(existing);
      if (now) stored.set('a.csv', now);
      queue.add(named('a.csv'), [], asSeen, { decided: 'newVersion' });
      await idle();
      expect(item(0).state.kind).toBe('failed');
      expect(calls).not.toContain('initiate');
    }
  });

  it('does not concern a file whose access is not that of the upload', async () => {
    const { queue, kinds, idle } = startQueue(existing);
    queue.add(named('a.csv'), [], settings, { decided: 'newVersion' });
    await idle();
    expect(kinds()).toEqual(['conflict']);
  });

  it('is to skip what exists, or to keep both', async () => {
    const { queue, item, idle, finished } = startQueue(existing);
    queue.add(named('a.csv'), [], settings, { decided: 'skip' });
    queue.add(named('a.csv'), [], settings, { decided: 'rename' });
    await idle();
    expect(item(0).state).toEqual({ kind: 'skipped', reason: 'Already exists.' });
    expect(finished.map(({ path }) => path)).toEqual(['a (2).csv']);
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
    const { queue, plaintexts, item, calls, idle } = startQueue({
      'a.csv': await open('four'),
      'b.csv': secret,
    });
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
    const { queue, stored, item, idle } = startQueue({ 'a.csv': listed, 'b.csv': listed });
    stored.set('a.csv', await open('four'));
    queue.add(named('a.csv', 'b.csv'), [], settings);
    await idle();
    expect(item(0).state).toMatchObject({ kind: 'conflict', identical: true });
    expect(item(1).state).toMatchObject({ kind: 'conflict', identical: false });
  });

  it('are recognized when the user chose the file for a new version, and nothing else is asked then', async () => {
    const { queue, item, idle, finished } = startQueue({ 'a.csv': await open('four') });
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
    const { queue, fail, item, idle } = startQueue({
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
    const { queue, item, calls, idle } = startQueue({ 'a.csv': await open('longer') });
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
    const { queue, item, kinds, idle } = startQueue(existing);
    queue.add(named('a.csv', 'b.csv', 'c.csv'), [], settings);
    await idle();
    queue.resolve(item(0).id, 'skip', { forAll: true });
    expect(kinds()).toEqual(['skipped', 'conflict', 'skipped']);
  });

  it('are skipped without a question where their new version would keep the access', async () => {
    const { queue, kinds, stored, idle } = startQueue({ 'a.csv': await open('four') });
    stored.set('a.csv', await open('four'));
    queue.add(named('a.csv'), [], settings, { decided: 'newVersion' });
    await idle();
    expect(kinds()).toEqual(['skipped']);
  });

  it('are skipped without a question when an interrupted drop continues', async () => {
    const { queue, kinds, idle } = startQueue({ 'a.csv': await open('four'), 'b.csv': await open('five') });
    queue.add(named('a.csv', 'b.csv', 'c.csv'), [], settings, { skipsIdentical: true });
    await idle();
    expect(kinds()).toEqual(['skipped', 'conflict', 'done']);
  });
});
