import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadMasterKeys } from './master-key-file.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'master-key-'));
});
afterEach(() => rm(directory, { recursive: true }));

const path = () => join(directory, 'data', 'master-key');
const line = (digit: string) => `${digit.repeat(64)}\n`;

test('several processes that start at once get the same key, which stays', async () => {
  const loaded = await Promise.all(Array.from({ length: 8 }, () => loadMasterKeys(path(), true)));
  const [first] = loaded;
  for (const keys of loaded) expect(keys).toEqual(first);
  expect(await loadMasterKeys(path(), true)).toEqual(first);
  expect((await stat(path())).mode & 0o777).toBe(0o600);
  expect(await readdir(join(directory, 'data'))).toEqual(['master-key']);
});

test('the first line is the current key, the others are older ones', async () => {
  const file = join(directory, 'keys');
  await writeFile(file, line('b') + line('a'), { mode: 0o600 });
  const keys = await loadMasterKeys(file, true);
  expect(keys?.map((key) => Buffer.from(key).toString('hex'))).toEqual(['b'.repeat(64), 'a'.repeat(64)]);
});

test.each([0o640, 0o604, 0o620, 0o666])(
  'a file with mode %o is rejected and left unchanged',
  async (mode) => {
    const file = join(directory, 'keys');
    await writeFile(file, line('a'));
    await chmod(file, mode);
    await expect(loadMasterKeys(file, true)).rejects.toThrow(`it must be readable by its owner alone (0600)`);
    expect(await readFile(file, 'utf8')).toBe(line('a'));
  },
);

test.each([
  ['', /is empty/],
  [`${'a'.repeat(62)}\n`, /Line 1 .* is not 64 hex digits/],
  [`${line('a')}secret\n`, /Line 2 .* is not 64 hex digits/],
])('a file containing %j is rejected, and the error does not show it', async (content, message) => {
  const file = join(directory, 'keys');
  await writeFile(file, content, { mode: 0o600 });
  const failure = await loadMasterKeys(file, true).catch((error: Error) => error.message);
  expect(failure).toMatch(message);
  expect(failure).not.toContain('secret');
});
