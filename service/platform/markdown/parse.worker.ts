import { parentPort } from 'node:worker_threads';
import { markdownTree } from '@labroom/markdown/markdown-tree';
import type { MarkdownRules } from '@labroom/markdown/rules';

/** A text for the thread. */
export interface ParseTask {
  text: string;
  rules: MarkdownRules;
  /** Nodes of the tree. */
  nodes: number;
}

/** Its tree as JSON: a string is copied to the other thread faster than objects. */
export interface Parsed {
  tree: string | null;
  isShortened: boolean;
}

// A young thread needs several times what a warm one needs, and honest texts would meet the budget first.
const mixed = [
  '# Heading\n\nSome *words* with **weight**, `code`, ~~errors~~ and a [link](https://example.org "title").\n\n',
  '- [x] an item\n- another\n  1. within\n  2. it\n\n> A quote\n> of two lines\n\n',
  '| a | b |\n|---|:-:|\n| 1 | 2 |\n\n```js\nconst x = 1;\n```\n\n![picture](p.png) $x^2$ www.example.org a@b.org\n\n',
  'Term[^n] &amp; <b>markup</b>\\\nnext\n\nTitle\n=====\n\n***\n\n',
].join('');
for (let round = 0; round < 6; round++)
  for (const rules of ['text', 'file'] as const) markdownTree(mixed.repeat(4), rules);

parentPort?.on('message', ({ text, rules, nodes }: ParseTask) => {
  const { tree, isShortened } = markdownTree(text, rules, nodes);
  parentPort?.postMessage({ tree: tree && JSON.stringify(tree), isShortened } satisfies Parsed);
});
parentPort?.postMessage('ready');
