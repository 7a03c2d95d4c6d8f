import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** A second meaning of a word, by an expression that finds it. */
const forbidden = z.strictObject({
  pattern: z.string(),
  /** Expression of the files in which it is looked for. */
  in: z.string(),
  /** What stands in its place. */
  say: z.string(),
  /** Ends of paths of files that still have it. None is added. */
  waits: z.array(z.string()),
});
const entry = z.strictObject({
  word: z.string(),
  meaning: z.string(),
  /** Words that are not used for it. */
  replaces: z.array(z.string()).default([]),
  forbidden: z.array(forbidden).default([]),
});
const glossary = z.array(entry).parse(JSON.parse(read('docs/glossary.json')));

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => /\.(?:md|tsx?|graphql|json)$/.test(file))
  .filter((file) => !/\.generated\.ts$|^CHANGELOG\.md$|^docs\/glossary\.|^package-lock\.json$/.test(file))
  .filter((file) => file !== 'testing/glossary.stack.test.ts' && existsSync(path.join(root, file)));
const lines = new Map(files.map((file) => [file, read(file).split('\n')]));

test('the glossary has each word once, in the order of the alphabet', () => {
  const words = glossary.map(({ word }) => word);
  const sorted = [...new Set(words)].sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' }));
  expect(words).toEqual(sorted);
});

test('docs/glossary.md has the words of docs/glossary.json; `npx vitest run -u testing/glossary.stack.test.ts` writes it', async () => {
  const rows = glossary.map(
    ({ word, meaning, replaces }) => `| ${word} | ${meaning} | ${replaces.join(', ')} |`,
  );
  const page = `# Glossary

One word for one thing, and one meaning for a word. This page is written from \`docs/glossary.json\`, which also has expressions that find a second meaning;
\`testing/glossary.stack.test.ts\` fails when one comes back. The words that pages explain to people are in \`components/ui/glossary.ts\`.

| word | meaning | not called |
|---|---|---|
${rows.join('\n')}
`;
  await expect(page).toMatchFileSnapshot(path.join(root, 'docs/glossary.md'));
});

const rules = glossary.flatMap(({ word, forbidden }) => forbidden.map((rule) => ({ word, ...rule })));

test.each(rules)('$word has no second meaning: $pattern', ({ pattern, in: where, say, waits }) => {
  const [isRead, hasIt] = [new RegExp(where), new RegExp(pattern)];
  const found = [...lines]
    .filter(([file]) => isRead.test(file))
    .flatMap(([file, all]) =>
      all.flatMap((line, at) => (hasIt.test(line) ? [{ file, line, at: at + 1 }] : [])),
    );
  const isWaiting = (file: string) => waits.some((end) => `/${file}`.endsWith(`/${end}`));
  const second = found.filter(({ file }) => !isWaiting(file));
  expect(second.map(({ file, line, at }) => `${file}:${at} ${line.trim()} (say: ${say})`)).toEqual([]);
  // A file that has it no more waits no more.
  const present = waits.filter((end) => files.some((file) => `/${file}`.endsWith(`/${end}`)));
  expect(present.filter((end) => !found.some(({ file }) => `/${file}`.endsWith(`/${end}`)))).toEqual([]);
});
