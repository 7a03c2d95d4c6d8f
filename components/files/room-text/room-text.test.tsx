import { markdownTree } from '@labroom/markdown/markdown-tree';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DataRoomContext } from '#components/core/data-room/data-room-context.tsx';
import { MarkdownText } from '#components/preview/markdown/markdown-preview.tsx';
import { roomPathOf } from '#lib/download/room-path.ts';
import { RoomText } from './room-text.tsx';

const room = {
  files: ['notes/pictures/gel one.png', 'notes/method.md', 'data/plate.csv'].map((path) => ({ path })),
  location: {
    hrefOfFile: (path: string) => `FILE:${path}`,
    hrefOfFolder: (path: string) => `FOLDER:${path}`,
  },
};
const render = (text: string) =>
  renderToStaticMarkup(
    <DataRoomContext value={room as never}>
      <RoomText path="notes/readme.md">
        <MarkdownText firstTree={markdownTree(text, 'file').tree}>{text}</MarkdownText>
      </RoomText>
    </DataRoomContext>,
  );

it.each([
  ['pictures/gel%20one.png', 'notes/pictures/gel one.png'],
  ['./a/../method.md?x#part', 'notes/method.md'],
  ['../data/plate.csv', 'data/plate.csv'],
  ['/data/plate.csv', 'data/plate.csv'],
  ['..', ''],
  ['a%2', 'notes/a%2'],
  ['../../secret', null],
  ['#part', null],
  ['//evil.example/x', null],
  ['https://evil.example/x', null],
  ['JavaScript:alert(1)', null],
  ['data:text/html,x', null],
])('%s refers to %s', (link, path) => {
  expect(roomPathOf('notes/readme.md', link)).toBe(path);
});

it('links files and folders of the room, and leaves unknown ones as text', () => {
  const html = render('[m](method.md) [d](../data/) [no](../nothing.txt) [out](https://example.org)');
  expect(html).toContain('<a href="FILE:notes/method.md">m</a>');
  expect(html).toContain('<a href="FOLDER:data">d</a>');
  expect(html).toContain('<span title="Not found in this data room: nothing.txt">no</span>');
  expect(html).toContain('href="https://example.org" rel="noreferrer nofollow ugc"');
});

it('never fetches a picture of another site, and says where it is', () => {
  const html = render(
    '![Chart](https://evil.example/p.png) ![](//evil.example/q.png) ![x](data:image/png;base64,AA)',
  );
  expect(html).not.toContain('<img');
  expect(html).toContain('[Picture “Chart”: on evil.example, not loaded from there]');
  expect(render('![gel](pictures/gel%20one.png)')).toContain('notes/pictures/gel one.png');
  expect(render('![gel](nothing.png)')).toContain(
    'not found in this data room: <bdi>notes/nothing.png</bdi>',
  );
});

it('recognizes formulas, and no prices', () => {
  const formulas = (text: string) =>
    [...render(text).matchAll(/<span hidden[^>]*><\/span><code>(.*?)<\/code>/gs)].map(([, tex]) => tex);
  expect(formulas('Energy $E = mc^2$ and\n\n$$\n\\int_0^1 x\\,dx\n$$\n')).toEqual([
    'E = mc^2',
    '\\int_0^1 x\\,dx',
  ]);
  expect(formulas('It costs $5 and $10, or 3$ to 4$ each')).toEqual([]);
  expect(render('It costs $5 and $10')).toContain('It costs $5 and $10');
  expect(formulas('`$x$` and \\$y\\$')).toEqual([]);
});

it('keeps the language of code, and removes other classes', () => {
  const html = render('```python\nx = 1\n```\n\n<code class="math-inline evil">y</code>');
  expect(html).toContain('<pre><code>x = 1</code></pre>');
  expect(html).not.toContain('evil');
});
