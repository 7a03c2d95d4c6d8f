import { encodeZip } from '@labroom/example-labs/encoders/zip.ts';
import { expect, it } from 'vitest';
import { MAX_BLOCKS } from './read-docx.ts';
import { readOdf, textOfOdf } from './read-odf.ts';

const blocks = (xml: string) => textOfOdf(xml).blocks.map(({ kind, text }) => [kind, text]);

it('reads headings, paragraphs, items and tables of a text, without comments and deleted text', () => {
  expect(
    blocks(
      `<office:text><text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>
       <text:h text:outline-level="1">Wash</text:h>
       <text:p>Of <text:span>two</text:span><text:s text:c="2"/>&amp;<text:tab/>more<office:annotation><text:p>not this</text:p></office:annotation>.</text:p>
       <text:list><text:list-item><text:p>one</text:p></text:list-item></text:list>
       <text:p/><table:table table:name="Steps"><table:table-row><table:table-cell><text:p>a</text:p><text:p>b</text:p></table:table-cell><table:table-cell/><table:table-cell><text:p>c</text:p></table:table-cell></table:table-row></table:table></office:text>`,
    ),
  ).toEqual([
    ['heading', 'Wash'],
    ['paragraph', 'Of two  &\tmore.'],
    ['item', 'one'],
    ['heading', 'Steps'],
    ['row', 'a b\t\tc'],
  ]);
});

it('reads the texts that the cells of a sheet show', () => {
  expect(
    blocks(
      `<table:table table:name="Titers"><table:table-row><table:table-cell office:value="0.5" office:value-type="percentage"><text:p>50 %</text:p></table:table-cell><table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16380"/></table:table-row>
       <table:table-row table:number-rows-repeated="1048575"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`,
    ),
  ).toEqual([
    ['heading', 'Titers'],
    ['row', '50 %\tx\tx'],
  ]);
});

it('reads rows as often as they stand in a sheet, and no title of an index twice', () => {
  const row = (times: number, text: string) =>
    `<table:table-row table:number-rows-repeated="${times}"><table:table-cell><text:p>${text}</text:p></table:table-cell></table:table-row>`;
  expect(blocks(row(3, 'a') + row(1, 'b')).map(([, text]) => text)).toEqual(['a', 'a', 'a', 'b']);
  expect(textOfOdf(row(1_048_576, 'a'))).toMatchObject({ isCut: true });
  expect(
    blocks(
      '<text:table-index><text:table-index-source><text:index-title-template>Tables</text:index-title-template></text:table-index-source><text:index-body><text:p>Tables</text:p></text:index-body></text:table-index>',
    ),
  ).toEqual([['paragraph', 'Tables']]);
});

const rowOf = (...cells: string[]) =>
  `<table:table-row>${cells.map((cell) => `<table:table-cell>${cell}</table:table-cell>`).join('')}</table:table-row>`;
const p = (text: string) => `<text:p>${text}</text:p>`;

it('parts the words of a frame or a footnote from those around it', () => {
  const frame = '<draw:frame><draw:text-box><text:p>Figure 1</text:p></draw:text-box></draw:frame>';
  expect(blocks(`<text:p>before${frame}after</text:p>`)).toEqual([['paragraph', 'before Figure 1 after']]);
});

it('loses no cell beside a table in a cell, and no paragraph around a table in a frame', () => {
  const inner = `<table:table>${rowOf(p('b'), p('c'))}${rowOf(p('d'), '')}</table:table>`;
  expect(blocks(rowOf(p('a'), p('before') + inner + p('after'), p('e')))).toEqual([
    ['row', 'a\tbefore b c d after\te'],
  ]);
  const frame = `<draw:frame><draw:text-box><table:table>${rowOf(p('x'), p('y'))}</table:table></draw:text-box></draw:frame>`;
  expect(blocks(p(`One ${frame}two`))).toEqual([
    ['row', 'x\ty'],
    ['paragraph', 'One two'],
  ]);
  expect(blocks(rowOf(p('a')).replace('</table:table-cell>', '').repeat(4_000)).length).toBeLessThan(60);
});

it('reads what stands on slides', () => {
  const slide =
    '<draw:page draw:name="Slide 1"><draw:frame><draw:text-box><text:p>Hello</text:p></draw:text-box></draw:frame></draw:page>';
  expect(blocks(slide)).toEqual([
    ['heading', 'Slide 1'],
    ['paragraph', 'Hello'],
  ]);
});

it('is bounded for many paragraphs, repeated cells and tags that never end', () => {
  expect(textOfOdf('<text:p>x</text:p>'.repeat(MAX_BLOCKS + 10))).toMatchObject({ isCut: true });
  const wide =
    '<table:table-row>' +
    '<table:table-cell table:number-columns-repeated="1e9"><text:p>x</text:p></table:table-cell>'.repeat(500);
  expect(blocks(`${wide}</table:table-row>`)[0]?.[1]?.length).toBeLessThan(400);
  expect(blocks('<text:p>'.repeat(20_000))).toEqual([]);
  expect(textOfOdf(`<text:p>${'<text:s text:c="1e9"/>'.repeat(20_000)}`).isCut).toBe(true);
});

it.each([
  ['no ZIP', () => new Uint8Array(Buffer.from('PK')), 'not a ZIP file'],
  ['another ZIP', () => encodeZip({ 'a.txt': 'x' }), 'not an OpenDocument file'],
  [
    'a password',
    () => encodeZip({ 'content.xml': 'xx', 'META-INF/manifest.xml': '<manifest:encryption-data/>' }),
    'protected with a password',
  ],
])('rejects a document with %s', async (_, bytes, message) => {
  await expect(readOdf(new Blob([await bytes()]))).rejects.toThrow(message);
});
