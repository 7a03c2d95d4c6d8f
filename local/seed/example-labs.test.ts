import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { contentTypeOf } from '#packages/client/upload/content-type.ts';
import { findPathProblem } from '#packages/protocol/file-path.ts';
import { depth } from '#testing/depth.ts';
import { bytesOf } from './example-lab.ts';
import { exampleLabs } from './example-labs.ts';
import { exampleFiles, madeOnce } from './made-examples.fixture.ts';

afterEach(() => vi.restoreAllMocks());

test('five labs have 10 to 50 files each, about 5 MB in all', async () => {
  expect(exampleLabs).toHaveLength(5);
  let total = 0;
  for (const { files } of exampleLabs) {
    expect(files.length).toBeGreaterThanOrEqual(10);
    expect(files.length).toBeLessThanOrEqual(50);
    for (const file of files) total += (await madeOnce(file)).length;
  }
  expect(total / 1e6).toBeGreaterThan(4);
  expect(total / 1e6).toBeLessThan(6);
});

test('every file is the same each time, whatever the date and the random numbers of the machine are', async () => {
  const all = exampleFiles.flatMap(({ file }) => [...(file.earlier ?? []), file]);
  const versions = all.filter((_, index) => depth.everyVariant || index % 6 === 0);
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

test('paths are valid, distinct and of a known type, and versions differ', async () => {
  for (const { files } of exampleLabs)
    expect(new Set(files.map((file) => file.path)).size).toBe(files.length);
  for (const { file } of exampleFiles) {
    expect(findPathProblem(file.path), file.path).toBeNull();
    expect(contentTypeOf({ name: file.path, type: '' }), file.path).not.toBe('application/octet-stream');
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

test('categories and common tags are those of the service', async () => {
  const file = path.resolve(import.meta.dirname, '../../service/operations/cms/file-categories.json');
  const names = (JSON.parse(await readFile(file, 'utf8')) as { name: string }[]).map(({ name }) => name);
  for (const { file } of exampleFiles)
    for (const category of file.categories ?? []) expect(names).toContain(category);
});

test('files for holders are in a lab with a token, and some files were public before', () => {
  for (const { lab, file } of exampleFiles) if (file.access === 'HOLDERS') expect(lab.token).toBeDefined();
  const { token } = exampleLabs.find((lab) => lab.token) ?? {};
  const byOwner = token?.transfers.filter(({ from, isIssued }) => !from && !isIssued) ?? [];
  const sent = byOwner.reduce((sum, { amount }) => sum + amount, 0);
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(token?.supply ?? 0);
  const becameSecret = exampleFiles.filter(
    ({ file }) => file.access && file.earlier?.some(({ access = 'PUBLIC' }) => access === 'PUBLIC'),
  );
  expect(becameSecret.length).toBeGreaterThan(1);
});

test('uploads are by members who may write', () => {
  for (const { lab, file } of exampleFiles) {
    const writers = lab.grants.filter(({ role }) => role === 'CONTRIBUTOR').map(({ to }) => to);
    expect([lab.owner, ...writers], file.path).toContain(file.by ?? lab.owner);
  }
});

describe('Markdown', () => {
  const markdown = exampleFiles.filter(({ file }) => file.path.endsWith('.md'));

  test.each(markdown.map(({ lab, file }) => [`${lab.name}: ${file.path}`, lab, file] as const))(
    '%s refers to files that exist',
    async (_, lab, file) => {
      const text = (await madeOnce(file)).toString();
      const targets = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, target]) =>
        path.posix.join(path.posix.dirname(file.path), target ?? ''),
      );
      const paths = lab.files.map((other) => other.path);
      for (const target of targets) expect(paths).toContain(target);
      expect(text).not.toMatch(/\\`/);
    },
  );
});
