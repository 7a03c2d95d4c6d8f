import { isQuick } from '@labroom/testing/depth.ts';
import { hostileTexts } from '@labroom/testing/hostile-texts.ts';
import { describe, expect, it } from 'vitest';
import { checkTree } from './check-tree.ts';
import { type MarkdownNode, maxDepth, maxNodes } from './markdown-node.ts';
import { markdownTree } from './markdown-tree.ts';
import { mentionPrefix } from './mentions.ts';
import { depthOf } from './shorten-tree.ts';

const countOf = (node: { children?: MarkdownNode[] }): number =>
  (node.children ?? []).reduce((sum, child) => sum + countOf(child as never), 1);
const tags = (text: string) => {
  const names: string[] = [];
  const visit = (node: MarkdownNode) => {
    if (node.type !== 'element') return;
    names.push(node.tagName);
    node.children.forEach(visit);
  };
  markdownTree(text, 'file').tree?.children.forEach(visit);
  return names;
};

const shortTexts = [[100, 'text']] as const;

const otherTexts = [
  [0, 'text'],
  [1, 'comment'],
  [400, 'comment'],
  [3_000, 'file'],
] as const;

/** At the quick depth every third. */
const texts = Object.entries(hostileTexts).filter((_, at) => !isQuick || at % 3 === 0);

describe.each(texts)('%s', (_, make) => {
  it.each(isQuick ? shortTexts : [...shortTexts, ...otherTexts])(
    'of %i characters has a bounded and checked tree as %s, or none',
    (length, rules) => {
      const text = make(length);
      expect(text.length).toBeLessThanOrEqual(length);
      const { tree } = markdownTree(text, rules);
      if (tree) {
        expect(countOf(tree)).toBeLessThanOrEqual(maxNodes + 1);
        expect(depthOf(tree)).toBeLessThanOrEqual(maxDepth);
        const json = JSON.stringify(tree);
        expect(json.length).toBeLessThan(4_000_000);
        expect(json).not.toMatch(/\\u0000|\\ud[89a-f]/i);
        expect(checkTree(JSON.parse(json))).toEqual(tree);
      }
    },
  );
});

it('keeps what GitHub Flavored Markdown has, and removes markup', () => {
  expect(tags('# A\n\n*b* ~~c~~ [d](e)\n\n- [x] f\n\n|g|\n|-|\n|h|\n\n[^1]\n\n[^1]: i')).toEqual(
    expect.arrayContaining(['h1', 'em', 'del', 'a', 'ul', 'input', 'table', 'td', 'sup', 'section']),
  );
  expect(tags('<script>alert(1)</script>\n\n<b>x</b>')).toEqual(['p']);
  expect(JSON.stringify(markdownTree('[a](javascript:alert(1))', 'text').tree)).not.toContain('javascript');
});

it('cuts at a bound of nodes, whatever the blocks', () => {
  const [length, most] = isQuick ? [150, 20] : [2_000, 200];
  for (const [name, make] of Object.entries(hostileTexts).filter((_, at) => !isQuick || at % 6 === 0)) {
    const { tree } = markdownTree(make(length), 'file', most);
    expect(countOf(tree ?? {}), name).toBeLessThanOrEqual(most + 1);
  }
});

it('cuts between blocks, within lists and tables too, and says so', () => {
  const list = markdownTree('- a\n'.repeat(50), 'text', 40);
  expect(list.isShortened).toBe(true);
  expect(countOf(list.tree ?? {})).toBeLessThanOrEqual(41);
  const paragraphs = markdownTree(`a *b*\n\n${'c *d* '.repeat(60)}`, 'text', 40);
  expect(paragraphs).toMatchObject({
    isShortened: true,
    tree: { children: [{ tagName: 'p' }, { type: 'text' }] },
  });
  expect(markdownTree('c *d* '.repeat(60), 'text', 40)).toEqual({ tree: null, isShortened: false });
  expect(markdownTree('a', 'text').isShortened).toBe(false);
});

it('counts an attribute that is repeated', () => {
  const text = `[a]: /${'x'.repeat(20_000)}\n\n${'[a]\n\n'.repeat(120)}`;
  expect(JSON.stringify(markdownTree(text, 'text').tree).length).toBeLessThan(2_000_000);
});

it('links people in comments only, and not in code', () => {
  const person = `0x${'Ab'.repeat(20)}`;
  const link = { tagName: 'a', properties: { href: mentionPrefix + person.toLowerCase() } };
  const [paragraph] = markdownTree(`Hi @${person} \`@${person}\``, 'comment').tree?.children ?? [];
  expect(paragraph).toMatchObject({
    children: [{ value: 'Hi ' }, link, { value: ' ' }, { tagName: 'code' }],
  });
  expect(JSON.stringify(markdownTree(`@${person}`, 'text').tree)).not.toContain('mention');
});

it('has formulas in files only, and no prices', () => {
  expect(tags('$x$ and\n\n$$\ny\n$$')).toEqual(['p', 'code', 'pre', 'code']);
  expect(tags('from $5 to $10')).toEqual(['p']);
  expect(JSON.stringify(markdownTree('$x$', 'text').tree)).toContain('$x$');
});
