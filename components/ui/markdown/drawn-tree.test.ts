import type { MarkdownNode } from '@labroom/markdown/markdown-node';
import { markdownTree } from '@labroom/markdown/markdown-tree';
import { isQuick } from '@labroom/testing/depth.ts';
import { hostileTexts } from '@labroom/testing/hostile-texts.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DrawnTree } from './drawn-tree.tsx';
import { formulaHtml } from './formula-html.ts';
import { plainComponents } from './markdown-of-others.tsx';
import { GROUP_NODES, groupsOf } from './tree-groups.ts';

const nodesOf = (text: string) => markdownTree(text, 'file').tree?.children ?? [];
const count = (nodes: readonly MarkdownNode[]): number =>
  nodes.reduce((sum, node) => sum + (node.type === 'text' ? 1 : 1 + count(node.children)), 0);
const render = (text: string) =>
  renderToStaticMarkup(createElement(DrawnTree, { nodes: nodesOf(text), components: plainComponents }));

/** Groups of each level, as deep as something is drawn piece by piece. */
function allGroups(nodes: readonly MarkdownNode[], parent?: string): (readonly MarkdownNode[])[] {
  return groupsOf(nodes, parent).flatMap((group) =>
    'nodes' in group ? [group.nodes] : allGroups(group.large.children, group.large.tagName),
  );
}

it('draws a small text at once, as react-markdown does', () => {
  expect(
    render('# A *b*\n\n- [x] c\n- d\n\n|e|f|\n|-|-|\n|g|h|\n\n[i](https://j.k) ![l](https://m.n/o.png)'),
  ).toBe(
    '<h1>A <em>b</em></h1>\n<ul class="contains-task-list">\n<li class="task-list-item"><input type="checkbox" disabled="" checked=""/> c</li>\n<li>d</li>\n</ul>\n<table><thead><tr><th>e</th><th>f</th></tr></thead><tbody><tr><td>g</td><td>h</td></tr></tbody></table>\n<p><a href="https://j.k" rel="noreferrer nofollow ugc" target="_blank">i</a> <a href="https://m.n/o.png" rel="noreferrer nofollow ugc" target="_blank">l</a></p>',
  );
});

// Takes long, and few changes can break it.
if (!isQuick)
  it.each(Object.entries(hostileTexts))(
    'draws a bounded number of elements of "%s" in one step',
    (_, make) => {
      const text = make(3_000);
      const nodes = nodesOf(text);
      for (const group of allGroups(nodes)) {
        // One element that cannot be divided is drawn as a whole.
        if (group.length > 1) expect(count(group)).toBeLessThanOrEqual(GROUP_NODES);
        else expect(count(group)).toBeLessThanOrEqual(8 * GROUP_NODES);
      }
      expect(render(text).length).toBeLessThan(400_000);
    },
  );

// Hundreds of rows are drawn.
if (!isQuick)
  it('divides long tables, lists and paragraphs', () => {
    const table = `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(300)}`;
    const list = '- e *f*\n'.repeat(300);
    const paragraph = '*g* '.repeat(280);
    for (const text of [table, list, paragraph]) {
      const groups = allGroups(nodesOf(text));
      expect(groups.length).toBeGreaterThan(1);
      for (const group of groups) expect(count(group)).toBeLessThanOrEqual(GROUP_NODES);
    }
    expect(render(table)).toMatch(
      /^<table><thead><tr><th>a<\/th><th>b<\/th><\/tr><\/thead><tbody><tr><td>c<\/td>/,
    );
  });

it('draws formulas of bounded size, which neither link nor load', () => {
  expect(formulaHtml('E = mc^2', true)).toContain('katex-display');
  expect(formulaHtml('x'.repeat(1_001), false)).toBeNull();
  expect(formulaHtml(`\\begin{array}{c}${'&'.repeat(900)}\\end{array}`, true)).toBeNull();
  expect(formulaHtml('\\def\\a{\\a\\a}\\a', false)).toBeNull();
  expect(formulaHtml('\\notacommand', false)).toBeNull();
  const hostile = formulaHtml(
    '\\href{https://evil.example}{x}\\includegraphics{https://evil.example/y}<img src=z>',
    false,
  );
  const tags = hostile?.match(/<[^>]*>/g)?.join(' ');
  expect(tags).toContain('mtext');
  expect(tags).not.toMatch(/<a |<img|href=|src=/);
});
