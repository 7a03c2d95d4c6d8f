import { encodeZip } from '@labroom/example-labs/encoders/zip.ts';
import { expect, it } from 'vitest';
import { readDocx } from './read-docx.ts';
import { readSlides } from './read-pptx.ts';
import { readXlsx } from './read-xlsx.ts';

const packed = async (parts: Record<string, string>) => new Blob([await encodeZip(parts)]);
const textsOf = async (parts: Record<string, string>) =>
  (await readDocx(await packed(parts))).blocks.map(({ text }) => text);
const paragraph = (content: string) => `<w:document><w:body><w:p>${content}</w:p></w:body></w:document>`;
const related = (...relations: [string, string, string][]) =>
  `<Relationships>${relations.map(([id, type, target]) => `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`).join('')}</Relationships>`;

it('finds the main part of a document by what refers to it', async () => {
  expect(
    await textsOf({
      '_rels/.rels': related(['r1', 'officeDocument', '/word/document2.xml']),
      'word/document2.xml': paragraph('<w:r><w:t>other name</w:t></w:r>'),
    }),
  ).toEqual(['other name']);
});

it('reads paths as Windows writes them', async () => {
  const book = await packed({
    '_rels\\.rels': related(['r1', 'officeDocument', 'xl\\workbook.xml']),
    'xl\\workbook.xml': '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    'xl\\_rels\\workbook.xml.rels': related(['r1', 'worksheet', 'worksheets\\one.xml']),
    'xl\\worksheets\\one.xml':
      '<worksheet><sheetData><row r="1"><c r="A1"><v>7</v></c></row></sheetData></worksheet>',
  });
  expect((await readXlsx(book, { sheet: 0 })).rows[0]?.cells[0]?.text).toBe('7');
});

it('shows slides in the order of the presentation, not of their names', async () => {
  const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
  const { blocks } = await readSlides(
    await packed({
      'ppt/presentation.xml':
        '<p:presentation><p:sldIdLst><p:sldId id="257" r:id="r2"/><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': related(
        ['r1', 'slide', 'slides/slide1.xml'],
        ['r2', 'slide', 'slides/slide2.xml'],
      ),
      'ppt/slides/slide1.xml': slide('second'),
      'ppt/slides/slide2.xml': slide('first'),
    }),
  );
  expect(blocks.map(({ text }) => text)).toEqual(['Slide 1', 'first', 'Slide 2', 'second']);
  const empty = packed({ 'ppt/presentation.xml': '<p:presentation/>' });
  await expect(readSlides(await empty)).rejects.toThrow('The presentation has no slides.');
});

it('shows the Greek letters of the font Symbol, and documents with any prefix', async () => {
  const content =
    '<w:r><w:t>5 </w:t><w:sym w:font="Symbol" w:char="F06D"/><w:t>m </w:t></w:r><w:r><w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr><w:t>\uf061\uf0b1</w:t></w:r><w:r><w:t> \uf061</w:t><w:sym w:font="Wingdings" w:char="F0FC"/><w:sym w:font="Webdings" w:char="F0CC"/></w:r>';
  expect(await textsOf({ 'word/document.xml': paragraph(content) })).toEqual(['5 μm α± \uf061✓□']);
  expect(
    await textsOf({ 'word/document.xml': '<n:document><n:p><n:r><n:t>text</n:t></n:r></n:p></n:document>' }),
  ).toEqual(['text']);
});

it('shows characters without how they are read aloud', async () => {
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
  const ruby = `<w:ruby><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby>`;
  expect(await textsOf({ 'word/document.xml': paragraph(`<w:r>${ruby}</w:r>${run('都')}`) })).toEqual([
    '東京都',
  ]);
});

it('shows equations, hyphens and text of drawings once, and no places of tabs', async () => {
  const content =
    '<w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr><w:r><w:t>pH</w:t><w:noBreakHyphen/><w:t>meter</w:t><w:tab/></w:r><m:oMath><m:r><m:t>E=mc</m:t></m:r></m:oMath>' +
    '<mc:AlternateContent><mc:Choice><w:r><w:t> box</w:t></w:r></mc:Choice><mc:Fallback><w:r><w:t> box</w:t></w:r></mc:Fallback></mc:AlternateContent>';
  expect(await textsOf({ 'word/document.xml': paragraph(content) })).toEqual(['pH-meter\tE=mc box']);
});
