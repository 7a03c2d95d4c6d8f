import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChunkHashes } from './chunk-hashes.ts';
import { DiskStorage } from './disk-storage.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'disk-parts-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

const contentType = 'text/plain';
const signingKeys = [Buffer.alloc(32, 7)] as const;
const open = async (now = Date.now) => {
  const storage = new DiskStorage({ dataDir, baseUrl: 'http://x/storage', signingKeys, now });
  await storage.open();
  return storage;
};

/** Joins in a process of its own. */
function joinElsewhere(key: string, count: number) {
  const program = `
    const { DiskStorage } = await import(${JSON.stringify(new URL('./disk-storage.ts', import.meta.url).href)});
    const storage = new DiskStorage({ dataDir: ${JSON.stringify(dataDir)}, baseUrl: 'http://x', signingKeys: [Buffer.alloc(32, 7)] });
    process.stdout.write('ready');
    await storage.joinParts({ key: '${key}', id: '${key}', contentType: '${contentType}', count: ${count} });`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

test('a process that is killed while it joins parts loses none and leaves nothing for ever', async () => {
  const storage = await open();
  const outcomes = new Set<string>();
  let killAfterMs = 20;
  for (let round = 0; round < 40; round += 1) {
    const key = `parts/${randomBytes(8).toString('hex')}`;
    await storage.beginParts({ key });
    const parts = [1, 2, 3, 4].map(() => randomBytes(3_000_000));
    for (const [index, part] of parts.entries()) {
      const url = { key, id: key, number: index + 1, contentLength: part.length };
      const signed = await storage.presignPart({ ...url, expiresAt: new Date(Date.now() + 60_000) });
      const grant = storage.authorize('PUT', key, new URL(signed.url).searchParams);
      if (grant.method !== 'PUT') throw new Error('Not an upload');
      async function* body() {
        yield Buffer.from(part);
      }
      await storage.receive(grant, body());
    }
    const other = joinElsewhere(key, parts.length);
    const ended = once(other, 'exit');
    await once(other.stdout, 'data');
    await pause(killAfterMs);
    other.kill('SIGKILL');
    await ended;
    const isJoined = (await storage.head(key)) !== null;
    outcomes.add(isJoined ? 'joined' : 'not joined');
    // Comes close to the end of the work, however fast this machine is.
    killAfterMs *= isJoined ? 0.7 : 1.4;

    const whole = Buffer.concat(parts);
    const sha256 = createHash('sha256').update(whole).digest('hex');
    const joined = await storage.joinParts({ key, id: key, contentType, count: parts.length });
    const chunks = new ChunkHashes();
    chunks.update(whole);
    expect(joined).toEqual({ contentType, contentLength: whole.length, sha256, chunks: chunks.list() });
    const stream = await storage.read(key);
    expect(stream && (await buffer(stream)).equals(whole)).toBe(true);
  }
  expect(await readdir(join(dataDir, 'objects/parts'))).toEqual([]);
  await open(() => Date.now() + 25 * 3_600_000);
  expect(await readdir(join(dataDir, 'objects/temporary'))).toEqual([]);
  // Otherwise all were killed on one side of the end.
  expect([...outcomes].sort()).toEqual(['joined', 'not joined']);
});
