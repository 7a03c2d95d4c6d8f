import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DiskParts } from './disk-parts.ts';
import { writeObjectFile } from './object-file.ts';

const [name, contentType] = ['an-object', 'text/plain'];
let folder: string;
let temporary: string;
let parts: DiskParts;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disk-parts-'));
  temporary = join(folder, 'temporary');
  await mkdir(temporary);
  await mkdir(join(folder, 'parts'));
  parts = new DiskParts(join(folder, 'parts'), temporary);
  await parts.begin(name);
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

async function send(number: number, bytes: Buffer, to = name): Promise<void> {
  const part = { number, contentLength: bytes.length };
  const { path } = await writeObjectFile(temporary, { contentType, ...part }, Readable.from([bytes]));
  await parts.place(path, to, part);
}

/** Bytes that were written ahead. */
async function ahead(): Promise<number> {
  const sizes = (await readdir(temporary)).map(async (file) => (await stat(join(temporary, file))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
const untilAhead = (bytes: number) => vi.waitFor(async () => expect(await ahead()).toBe(bytes));
const MIB = 2 ** 20;

test('an object is written while its parts arrive, and has the bytes of all', async () => {
  const sent = [randomBytes(MIB), randomBytes(MIB), randomBytes(MIB), randomBytes(9)];
  await send(2, sent[1] as Buffer);
  await send(1, sent[0] as Buffer);
  await untilAhead(2 * MIB);
  const [file] = await readdir(temporary);
  await send(3, sent[2] as Buffer);
  await send(4, sent[3] as Buffer);
  const whole = Buffer.concat(sent);
  const joined = await parts.write(name, { contentType, count: 4 });
  expect(joined?.path).toBe(join(temporary, file ?? ''));
  expect(joined?.info).toMatchObject({
    contentLength: whole.length,
    sha256: createHash('sha256').update(whole).digest('hex'),
  });
  expect((await readFile(joined?.path ?? '')).subarray(0, whole.length).equals(whole)).toBe(true);
});

test('a part that is sent again after it was written ahead replaces the first one', async () => {
  const [one, again, two] = [randomBytes(MIB), randomBytes(MIB), randomBytes(5)];
  await send(1, one);
  await untilAhead(MIB);
  await send(1, again);
  await send(2, two);
  const joined = await parts.write(name, { contentType, count: 2 });
  const sha256 = createHash('sha256').update(again).update(two).digest('hex');
  expect(joined?.info.sha256).toBe(sha256);
  await rm(joined?.path ?? '');
  expect(await ahead()).toBe(0);
});

test('the end of an upload removes what was written ahead, also when a part is missing', async () => {
  await send(1, randomBytes(MIB));
  await untilAhead(MIB);
  expect(await parts.write(name, { contentType, count: 2 })).toBeNull();
  expect(await ahead()).toBe(0);
  await send(1, randomBytes(MIB));
  await untilAhead(MIB);
  await parts.remove(name);
  expect(await ahead()).toBe(0);
});

test('an upload that stops for a minute holds no bytes a second time, and can be joined all the same', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const sent = [randomBytes(MIB), randomBytes(MIB)];
  await send(1, sent[0] as Buffer);
  await untilAhead(MIB);
  await vi.advanceTimersByTimeAsync(60_000);
  await untilAhead(0);
  vi.useRealTimers();
  await send(2, sent[1] as Buffer);
  expect((await parts.write(name, { contentType, count: 2 }))?.info.contentLength).toBe(2 * MIB);
});

test('at most eight objects are written ahead; the others are joined at their end', async () => {
  for (let at = 0; at < 10; at += 1) {
    await parts.begin(`object-${at}`);
    await send(1, randomBytes(MIB), `object-${at}`);
  }
  await untilAhead(8 * MIB);
  for (let at = 0; at < 10; at += 1) {
    const joined = await parts.write(`object-${at}`, { contentType, count: 1 });
    expect(joined?.info.contentLength).toBe(MIB);
    await rm(joined?.path ?? '');
  }
  expect(await ahead()).toBe(0);
});

test('an upload of which much is there is joined at its end: nothing is written ahead a second time', async () => {
  await send(1, randomBytes(MIB));
  await untilAhead(MIB);
  for (let number = 2; number <= 5; number += 1) await send(number, randomBytes(MIB));
  await untilAhead(5 * MIB);
  // Another process, or this one after a restart.
  const restarted = new DiskParts(join(folder, 'parts'), temporary);
  const { path } = await writeObjectFile(
    temporary,
    { contentType, contentLength: MIB },
    Readable.from([randomBytes(MIB)]),
  );
  await restarted.place(path, name, { number: 6, contentLength: MIB });
  const joined = await restarted.write(name, { contentType, count: 6 });
  expect(joined?.info.contentLength).toBe(6 * MIB);
  await rm(joined?.path ?? '');
  expect(await ahead()).toBe(5 * MIB);
});
