import { markdownTree } from '@labroom/markdown/markdown-tree';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MarkdownText } from '#components/preview/markdown/markdown-preview.tsx';
import { markdown } from '#e2e/hostile/payloads.ts';
import { DrawnMarkdown } from './drawn-markdown.tsx';

function TextOfLab({ children }: { children: string }) {
  const { tree, isShortened } = markdownTree(children, 'text');
  return DrawnMarkdown({ drawn: { tree: JSON.stringify(tree), isShortened, text: null } });
}

function TextOfFile({ children }: { children: string }) {
  return MarkdownText({ firstTree: markdownTree(children, 'file').tree, children });
}

it.each([
  ['of a lab', TextOfLab],
  ['of a file', TextOfFile],
])('text %s contains nothing that runs, loads from elsewhere or covers the page', (_of, component) => {
  const markup = renderToStaticMarkup(createElement(component, null, markdown('elsewhere.example', 'word')));
  const tags = [...markup.matchAll(/<([a-z0-9]+)([^>]*)>/g)];
  for (const [, tag, attributes] of tags) {
    expect(
      'a br code div em h1 h2 h3 hr li ol p pre section span strong sup table tbody td th thead tr ul',
    ).toContain(tag);
    expect(attributes).not.toMatch(/\son|style=|javascript:|vbscript:|data:|ping=|src=/i);
  }
  expect(markup).toContain('word');
});

it('footnotes and their references link to each other, and other links open in a new tab', () => {
  const markup = renderToStaticMarkup(
    createElement(TextOfLab, null, 'One[^a].\n\n[^a]: Two.\n\n[there](https://elsewhere.example)'),
  );
  const ids = [...markup.matchAll(/id="([^"]*)"/g)].map(([, id]) => id);
  const links = [...markup.matchAll(/<a ([^>]*)>/g)].map(([, attributes]) => attributes ?? '');
  const inside = links.filter((link) => link.includes('href="#'));
  expect(inside).toHaveLength(2);
  for (const link of inside) expect(ids).toContain(/href="#([^"]*)"/.exec(link)?.[1]);
  expect(links.filter((link) => !inside.includes(link))).toEqual([
    'href="https://elsewhere.example" rel="noreferrer nofollow ugc" target="_blank"',
  ]);
});
