import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { exampleLabs } from './example-labs.ts';
import { bytesOf } from './labs/example-lab.ts';
import { exampleFiles, madeOnce } from './made-examples.fixture.ts';

afterEach(() => vi.restoreAllMocks());

test('five labs have 10 to 50 files each, about 10 MB in all', async () => {
  expect(exampleLabs).toHaveLength(5);
  let total = 0;
  for (const { files } of exampleLabs) {
    expect(files.length).toBeGreaterThanOrEqual(10);
    expect(files.length).toBeLessThanOrEqual(50);
    for (const file of files) total += (await madeOnce(file)).length;
  }
  expect(total / 1e6).toBeGreaterThan(8);
  expect(total / 1e6).toBeLessThan(12);
});

test('every file is the same each time, whatever the date and the random numbers of the machine are', async () => {
  const versions = exampleFiles.flatMap(({ file }) => [...(file.earlier ?? []), file]);
  const digest = async (read: (version: (typeof versions)[number]) => Promise<Uint8Array>) => {
    const hash = createHash('sha256');
    for (const version of versions) hash.update(await read(version));
    return hash.digest('hex');
  };
  const first = await digest(madeOnce);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.spyOn(Date, 'now').mockReturnValue(0);
  expect(await digest(bytesOf)).toBe(first);
});

test('versions are not empty and differ', async () => {
  for (const { file } of exampleFiles) {
    const versions = [...(file.earlier ?? []), file];
    const contents = await Promise.all(versions.map(madeOnce));
    for (const [index, content] of contents.entries()) {
      expect(content.length, file.path).toBeGreaterThan(0);
      const before = versions[index - 1];
      if (before?.access === versions[index]?.access)
        expect(contents[index - 1]?.equals(content), file.path).not.toBe(true);
    }
  }
});
