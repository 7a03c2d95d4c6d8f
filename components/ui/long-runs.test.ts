import type { MarkdownNode } from '@labroom/markdown/markdown-node';
import { expect, test } from 'vitest';
import { withoutKernedRuns } from './long-runs.ts';

const text = (value: string): MarkdownNode => ({ type: 'text', value });
const paragraph = (...children: MarkdownNode[]): MarkdownNode => ({
  type: 'element',
  tagName: 'p',
  properties: {},
  children,
});
const run = (value: string): MarkdownNode => ({
  type: 'element',
  tagName: 'span',
  properties: { className: ['[font-kerning:none]'] },
  children: [text(value)],
});
const [long, word] = ['('.repeat(200), 'a'.repeat(199)];

test.each([
  ['between words', `so ${long} it is`, [text('so '), run(long), text(' it is')]],
  ['twice', `${long}\n${long}`, [run(long), text('\n'), run(long)]],
  ['of words', `${word} ${word}`, [text(`${word} ${word}`)]],
  ['alone', long, [run(long)]],
  ['short', 'a word', [text('a word')]],
])('a run of more than a word has no kerning: %s', (_, value, expected) => {
  const tree = { type: 'root' as const, children: [paragraph(text(value))] };
  expect(withoutKernedRuns(tree)).toEqual({ type: 'root', children: [paragraph(...expected)] });
});

test('a tree stays as it is for who has it', () => {
  const tree = { type: 'root' as const, children: [paragraph(text(long))] };
  const before = structuredClone(tree);
  withoutKernedRuns(tree);
  expect(tree).toEqual(before);
});
