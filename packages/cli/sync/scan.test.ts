import { renameSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scanFolder } from './scan.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'labroom-scan-'));
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

const scan = (wanted = (_path: string) => true) =>
  scanFolder(root, { isCaseSensitive: true, isWindows: false }, { wanted, isSynced: () => false });

test('a folder that cannot be read is named, and the others are read', async () => {
  for (const path of ['a', 'locked', 'z']) await mkdir(join(root, path));
  for (const path of ['a/1', 'locked/2', 'z/3']) await writeFile(join(root, path), 'x');
  const { files, unread, blocked } = await scan((path) => {
    // Its listing fails.
    if (path === 'locked') renameSync(join(root, path), join(root, 'z', path));
    return true;
  });
  expect([...files.keys()].sort()).toContain('a/1');
  expect(unread).toEqual([{ path: 'locked', reason: 'cannot be read (ENOENT)' }]);
  // So that nothing below it counts as deleted.
  expect(blocked).toContain('locked');
});

test.runIf(process.platform === 'linux')(
  'names that are no text are listed byte by byte, and files below them, too',
  async () => {
    const bytes = (...parts: (string | number[])[]) =>
      Buffer.concat(
        [`${root}/`, ...parts].map((part) =>
          typeof part === 'string' ? Buffer.from(part) : Buffer.from(part),
        ),
      );
    await mkdir(bytes([0xff], ' dir'));
    await writeFile(bytes([0xff], ' dir/in.txt'), 'x');
    await writeFile(bytes([0xff, 0xfe], '.bin'), 'x');
    await writeFile(bytes('\ufffd.bin'), 'x');
    await writeFile(bytes('e\u0301.txt'), 'x');
    await writeFile(bytes('\u00e9.txt'), 'x');
    const { files, skipped } = await scan();
    expect([...files.keys()]).toEqual(['\ufffd.bin']);
    expect(skipped.map(({ path }) => path).sort()).toEqual(
      [String.raw`\xff dir/in.txt`, String.raw`\xff\xfe.bin`, 'e\u0301.txt', '\u00e9.txt'].sort(),
    );
  },
);
