import { isQuick } from '@labroom/testing/depth.ts';
import { hostileTexts } from '@labroom/testing/hostile-texts.ts';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { boundedText, boundedTree } from './page-weight.ts';

const read = (text: string) => ({ text, isCut: false, encoding: 'utf-8' as const, isGuessed: false });
/** In HTML, and within a string of JSON in a script. */
const inPage = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;') + JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, '\\u0000');

it.each(['"', "'", '&', '<', '>', '\\', '\u0001', '\u2028', 'a', 'é', '漢', '😀', 'a\n', '\n', '\r\n', '\t'])(
  'the beginning of a text that is long in HTML is short: %j',
  (unit) => {
    const text = unit.repeat(Math.floor(65_536 / Buffer.byteLength(unit)));
    const bounded = boundedText(read(text));
    expect(text.startsWith(bounded.text)).toBe(true);
    expect(Buffer.byteLength(inPage(bounded.text))).toBeLessThan(65_000);
    expect(bounded.isCut).toBe(bounded.text.length < text.length);
    expect(bounded.text.isWellFormed()).toBe(true);
  },
);

it('ends with a whole line, and a short text is itself', () => {
  const lines = 'a line of a table, 1, 2\n'.repeat(2_700);
  const { text, isCut } = boundedText(read(lines));
  expect(isCut).toBe(true);
  expect(text.endsWith('2\n')).toBe(true);
  const short = read('well,signal\nA1,0.5\n'.repeat(500));
  expect(boundedText(short)).toBe(short);
});

const BYTES = 64 * 1024;
const filled = (unit: string) => unit.repeat(Math.floor(BYTES / Buffer.byteLength(unit)));
const texts = [
  ...[
    '"',
    '&',
    '<',
    "'",
    '\n',
    ',',
    '\u0001a',
    '\u001b[31ma',
    '\u{1f600}',
    '",",",",\n',
    '1,2\n',
    '<b>\t',
    '"\n',
  ].map(filled),
  ...[
    '- a\n',
    '# "\n\n',
    '*"* ',
    '[a](https://a.example) ',
    '![a](b.png) ',
    '$\\frac{a}{b}$ ',
    '```py\nif 1: "a"\n```\n\n',
  ].map(filled),
  filled(`${'1,'.repeat(199)}2\n`),
  `|a|b|\n|-|-|\n${filled('|"|"|\n')}`.slice(0, BYTES),
  `${Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(',')}\n1\n`,
  '['.repeat(BYTES / 2) + ']'.repeat(BYTES / 2),
  `[${'"<",'.repeat(BYTES / 4 - 1)}""]`,
  `{${Array.from({ length: 6_000 }, (_, at) => `"k${at}":1`).join(',')}}`,
  ...Object.values(hostileTexts).map((make) => make(BYTES / 4)),
];

/** Bytes of what shows a file, and of the data with which React continues. */
async function bytesInPage(name: string, contentType: string, written: string): Promise<number> {
  // Loaded before a merge only.
  const [{ markdownTree }, { prerender }, { FileText }] = await Promise.all([
    import('@labroom/markdown/markdown-tree'),
    import('react-dom/static.edge'),
    import('#components/preview/text-file.tsx'),
  ]);
  // Parsing takes long, and 16 kB are more than the page has room for.
  const isMarkdown = name.endsWith('md');
  const beginning = isMarkdown ? written.slice(0, BYTES / 4).toWellFormed() : written;
  const whole = isMarkdown ? markdownTree(beginning, 'file').tree : null;
  const text = { ...boundedText(read(beginning)), tree: whole && boundedTree(whole) };
  const file = { text, name, contentType, view: { table: {} }, onView: () => undefined };
  const { prelude } = await prerender(createElement(FileText, file));
  const html = await new Response(prelude).arrayBuffer();
  const data = JSON.stringify(text.text) + JSON.stringify(JSON.stringify(text.tree));
  return html.byteLength + Buffer.byteLength(data.replace(/[<>&\u2028\u2029]/g, '\\u0000'));
}

// Parsing and drawing them takes long, and few changes can break it.
if (!isQuick)
  it.each([
    ['a.txt', 'text/plain'],
    ['a.json', 'application/json'],
    ['a.csv', 'text/csv'],
    ['a.tsv', 'text/tab-separated-values'],
    ['a.md', 'text/markdown'],
  ])(
    'any text of 64 kB adds at most 140 kB to its page: as %s',
    { timeout: 300_000 },
    async (name, contentType) => {
      const large: [bytes: number, beginning: string][] = [];
      for (const text of texts) {
        const bytes = await bytesInPage(name, contentType, text);
        if (bytes > 140_000) large.push([bytes, text.slice(0, 40)]);
      }
      expect(large).toEqual([]);
    },
  );
