import { expect, it } from 'vitest';
import { frontMatterAsCode } from './front-matter.ts';
import { markdownTree } from './markdown-tree.ts';

const names = (text: string, rules: 'file' | 'text' = 'file') =>
  markdownTree(text, rules).tree?.children.flatMap((node) => (node.type === 'element' ? [node.tagName] : []));

it.each([
  ['---\ntitle: Assay\nauthor: [a, b]\n---\n\n# Heading\n'],
  ['\uFEFF---\r\n# comment\r\ntitle: Assay\r\n---\r\n\r\n# Heading\r\n'],
  ['---\n"a key": 1\n...\n\n# Heading'],
  ['+++\ntitle = "Assay"\n+++\n\n# Heading'],
])('draws the front matter of a file as code, and what follows as before: %j', (text) => {
  expect(names(text)).toEqual(['pre', 'h1']);
});

it('keeps every character of the front matter, fences too', () => {
  const content = 'title: a\nnote: |\n  ~~~~\n  # no heading';
  expect(frontMatterAsCode(`---\n${content}\n---\nText`)).toBe(`~~~~~yaml\n${content}\n~~~~~\nText`);
});

it.each([
  ['---\n\nText\n\n---\n'],
  ['---\nA sentence.\n---\n'],
  ['text\n---\ntitle: a\n---\n'],
  ['---\ntitle: never ends\n'],
])('leaves other rules and headings alone: %j', (text) => {
  expect(frontMatterAsCode(text)).toBe(text);
});

it('is for files only', () => {
  expect(names('---\ntitle: a\n---\n', 'text')).toEqual(['hr', 'h2']);
});
