import { describe, expect, it } from 'vitest';
import { checkTree } from './check-tree.ts';
import { markdownTree } from './markdown-tree.ts';

const root = (...children: unknown[]) => ({ type: 'root', children });
const element = (tagName: string, properties: object = {}, ...children: unknown[]) => ({
  type: 'element',
  tagName,
  properties,
  children,
});
const nested = (depth: number): unknown =>
  depth === 0 ? { type: 'text', value: 'x' } : element('em', {}, nested(depth - 1));

it('keeps a tree that the parser made', () => {
  const text =
    '# A\n\n- [x] *b* [c](https://d.e "f")\n\n|g|\n|:-:|\n|h|\n\n$x$ ![i](/j.png)[^1]\n\n[^1]: k\n\n```py\nl\n```';
  const { tree } = markdownTree(text, 'file');
  expect(checkTree(JSON.parse(JSON.stringify(tree)))).toEqual(tree);
});

describe('refuses', () => {
  it.each([
    ['nothing', null],
    ['a text', 'x'],
    ['an array', []],
    ['another root', { type: 'element', children: [] }],
    ['a script', root(element('script', {}, { type: 'text', value: 'alert(1)' }))],
    ['a frame', root(element('iframe', { src: 'https://a.b' }))],
    ['a handler', root(element('p', { onClick: 'alert(1)' }))],
    ['a style', root(element('p', { style: 'position:fixed' }))],
    ['inner HTML', root(element('p', { dangerouslySetInnerHTML: { __html: '<script>' } }))],
    ['a script in a link', root(element('a', { href: 'javascript:alert(1)' }))],
    ['a script in capitals', root(element('a', { href: 'JaVaScRiPt:alert(1)' }))],
    ['a script after a blank', root(element('a', { href: ' javascript:alert(1)' }))],
    ['data in a picture', root(element('img', { src: 'data:text/html,x' }))],
    ['a picture with children', root(element('img', {}, { type: 'text', value: 'x' }))],
    ['an unknown class', root(element('code', { className: ['evil'] }))],
    ['a field that can be typed in', root(element('input', { type: 'text' }))],
    ['raw HTML', root({ type: 'raw', value: '<script>' })],
    ['a text that is none', root({ type: 'text', value: { toString: 'x' } })],
    ['a React element', root({ type: 'text', value: 'x', $$typeof: 'react.element' })],
    ['children that are none', root({ ...element('p'), children: 'x' })],
    ['101 levels', root(nested(100))],
    ['100,000 levels', root(nested(3_000))],
    ['9,000 nodes', root(...Array.from({ length: 9_000 }, () => element('br')))],
  ])('%s', (_, value) => {
    expect(checkTree(value)).toBeNull();
  });
});

it('allows what lies within the bounds', () => {
  expect(checkTree(root(nested(90)))).not.toBeNull();
  expect(
    checkTree(root(element('a', { href: '/x?a=b:c' }), element('a', { href: 'mailto:a@b.c' }))),
  ).not.toBeNull();
});
