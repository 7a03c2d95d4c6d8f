import { isQuick } from '@labroom/testing/depth.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { linesOfText } from '#components/ui/text-lines.ts';
import { FileText } from '../text-file.tsx';

/** What the server renders of a file at most. */
const BYTES = 64 * 1024;
const render = (name: string, text: string) =>
  renderToStaticMarkup(
    createElement(FileText, {
      text: { text, isCut: false, encoding: 'utf-8', isGuessed: false },
      contentType: name.endsWith('json') ? 'application/json' : 'text/plain',
      name,
      view: { table: {} },
      onView: () => undefined,
    }),
  );

// Long inputs: few changes can break it.
if (!isQuick)
  it.each([
    ['deep.json', '['.repeat(BYTES / 2) + ']'.repeat(BYTES / 2)],
    ['wide.json', `${'['.repeat(2_500)}${Array(28_000).fill(1)}${']'.repeat(2_500)}`],
    ['lists.json', `[${'[],'.repeat(20_000)}[]]`],
    ['empty.log', '\n'.repeat(BYTES)],
    ['short.txt', '<\n'.repeat(BYTES / 2)],
    ['one-line.txt', '&'.repeat(BYTES)],
    ['code.tex', '\\'.repeat(BYTES)],
  ])('the server renders %s of 64 kB in bounded HTML', (name, text) => {
    expect(render(name, text).length).toBeLessThan(3 * BYTES);
  });

it('shows the JSON of a file with its numbers', () => {
  expect(render('a.json', '{"id":12345678901234567890}')).toContain('  &quot;id&quot;: 12345678901234567890');
});

it('numbers each line, shows 5,000 of them, and the beginning of a very long one', () => {
  const { chunks, count, isLong } = linesOfText(`${'a\n'.repeat(6_000)}`);
  expect([count, isLong]).toEqual([5_000, true]);
  expect(chunks.flatMap(({ lines }) => lines)).toHaveLength(5_000);
  for (const { start, lines } of chunks) expect(start + lines.length).toBeLessThanOrEqual(5_000);
  expect(linesOfText('a\nb\n')).toMatchObject({ count: 2, isLong: false, chunks: [{ lines: ['a', 'b'] }] });
  expect(linesOfText('')).toMatchObject({ count: 0, chunks: [] });
  const html = render('long.txt', `short\n${'x'.repeat(12_345)}\n`);
  expect(html).toContain(`<span data-line="2">${'x'.repeat(10_000)}<span`);
  expect(html).toContain('… 2,345 more characters in this line');
});
