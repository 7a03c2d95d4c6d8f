import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { contentTypeOf } from '@labroom/client/upload/content-type';
import { findPathProblem } from '@labroom/protocol/file-path';
import katex from 'katex';
import { describe, expect, test } from 'vitest';
import { exampleLabs } from './example-labs.ts';
import { exampleFiles, madeOnce } from './made-examples.fixture.ts';

test('paths are valid, distinct and of a known type', () => {
  for (const { files } of exampleLabs)
    expect(new Set(files.map((file) => file.path)).size).toBe(files.length);
  for (const { file } of exampleFiles) {
    expect(findPathProblem(file.path), file.path).toBeNull();
    expect(contentTypeOf({ name: file.path, type: '' }), file.path).not.toBe('application/octet-stream');
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

test('every formula can be set', async () => {
  const texts = exampleFiles.filter(({ file }) => /\.(md|ipynb)$/.test(file.path));
  let formulas = 0;
  for (const { file } of texts) {
    for (const markdown of markdownOf(file.path, (await madeOnce(file)).toString())) {
      for (const [, display, inline] of markdown.matchAll(/\$\$([^$]+)\$\$|\$([^$\n]+)\$/g)) {
        const formula = display ?? inline ?? '';
        expect(formula, file.path).not.toMatch(/[\f\t\r\v]/);
        expect(() => katex.renderToString(formula, { strict: 'error' }), file.path).not.toThrow();
        // A command without its backslash is set as letters.
        expect(formula, file.path).not.toMatch(
          /(?<![\\a-z])(rac|frac|gamma|mathrm|imes|times|sum|ln|cdot|pi)\b/,
        );
        formulas += 1;
      }
    }
  }
  expect(formulas).toBeGreaterThan(5);
});

/** The Markdown of a file, or of each such cell of a notebook. */
function markdownOf(name: string, text: string): string[] {
  if (name.endsWith('.md')) return [text];
  const { cells } = JSON.parse(text) as { cells: { cell_type: string; source: string | string[] }[] };
  return cells
    .filter(({ cell_type }) => cell_type === 'markdown')
    .map(({ source }) => [source].flat().join(''));
}
