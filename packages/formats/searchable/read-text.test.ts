import { gzipSync } from 'node:zlib';
import { encodeDocx, encodeXlsx } from '@labroom/example-labs/encoders/office.ts';
import { encodePdf } from '@labroom/example-labs/encoders/pdf.ts';
import { encodeZip } from '@labroom/example-labs/encoders/zip.ts';
import { describe, expect, it } from 'vitest';
import { textFormatOf } from '../text-format.ts';
import { MAX_TEXT, readText, type TextFormat } from './read-text.ts';

const read = (format: TextFormat, ...content: BlobPart[]) => readText(new Blob(content), { format });

describe('the text of a file', () => {
  it('is every sentence of a PDF, page after page', async () => {
    const pdf = encodePdf([
      { title: 'Melting curves', lines: ['The quokka enzyme unfolds', 'at 71 degrees.'] },
      { title: 'Second page', lines: ['Nothing else (so far).'] },
    ]);
    const text = await read('pdf', pdf);
    expect(text).toContain('The quokka enzyme unfolds\nat 71 degrees.');
    expect(text.indexOf('Melting curves')).toBeLessThan(text.indexOf('Second page'));
    expect(text).toContain('Nothing else (so far).');
  });

  it('is every paragraph and cell of a Word document', async () => {
    const docx = await encodeDocx([{ heading: 'Purification' }, 'Wash & dry', { table: [['Step', 'Time']] }]);
    expect(await read('docx', docx)).toBe('Purification\nWash & dry\nStep Time');
  });

  it('is every paragraph of an OpenDocument text', async () => {
    const odt = await encodeZip({ 'content.xml': '<text:h>Wash</text:h><text:p>the quokka</text:p>' });
    expect(await read('odf', odt)).toBe('Wash\nthe quokka');
  });

  it('is names of sheets and text cells of a workbook, without numbers', async () => {
    const xlsx = await encodeXlsx({
      Titers: [
        ['Sample', 'Titer'],
        ['S-1', 12.5],
      ],
      Plates: [['Plate seven']],
    });
    expect(await read('xlsx', xlsx)).toBe('Titers\nSample Titer\nS-1\nPlates\nPlate seven');
  });

  it('is what stands on the slides of a presentation, in their order', async () => {
    const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
    const pptx = await encodeZip({
      'ppt/slides/slide10.xml': slide('last'),
      'ppt/slides/slide2.xml': slide('first &amp; best'),
      'ppt/notesSlides/notesSlide1.xml': slide('not said aloud'),
    });
    expect(await read('pptx', pptx)).toBe('first & best\nlast');
  });

  it('is texts and code of a notebook, without outputs', async () => {
    const notebook = {
      cells: [
        { cell_type: 'markdown', source: ['# Kinetics\n', 'of the lipase'] },
        {
          cell_type: 'code',
          source: 'fit(rates)',
          outputs: [{ output_type: 'stream', text: 'secret noise' }],
        },
      ],
    };
    expect(await read('notebook', JSON.stringify(notebook))).toBe('# Kinetics\nof the lipase\n\nfit(rates)');
  });

  it('is read from a notebook with NaN, as Python writes it', async () => {
    const notebook =
      '{"cells":[{"cell_type":"code","source":["NaN = \\"NaN\\""],"outputs":[{"data":{"application/json":[NaN,-Infinity]}}]}],"metadata":{"x":Infinity}}';
    expect(await read('notebook', notebook)).toBe('NaN = "NaN"');
    await expect(read('notebook', '{"cells":[NaN')).rejects.toThrow();
  });

  it('is the header of a table, and nothing of a table without one', async () => {
    expect(await read('table', 'well,"absorbance, blank"\nA1,0.1\n')).toBe('well, absorbance, blank');
    expect(await read('table', '1,0.2\n2,0.3\n')).toBe('');
  });

  it('has no control characters and a bounded length, and ends with a whole character', async () => {
    expect(await read('plain', '\uFEFFone\u0007 \t two\r\n\r\n\r\n\r\nthree')).toBe('one two\n\nthree');
    const long = await read('plain', `a${'😀'.repeat(MAX_TEXT)}`);
    expect(long).toHaveLength(MAX_TEXT - 1);
    expect(long.isWellFormed()).toBe(true);
  });

  it.each(['pdf', 'docx', 'odf', 'xlsx', 'pptx', 'notebook'] as const)(
    'a broken %s is an error',
    async (format) => {
      await expect(read(format, 'PK\u0003 broken')).rejects.toThrow();
    },
  );
  it('is read in any encoding, from gzip files too, without codes of terminals', async () => {
    const latin1 = new Uint8Array(Buffer.from('Größe;Straße\n1;2\n', 'latin1'));
    expect(await read('table', latin1)).toBe('Größe, Straße');
    expect(await read('plain', new Uint8Array(gzipSync('packed words')))).toBe('packed words');
    expect(await read('plain', 'one\rtwo \u001b[32mOK\u001b[0m')).toBe('one\ntwo OK');
  });

  it('is read in the encoding that was saved, and judged by the bytes where that is none', async () => {
    // Windows-1251, which is taken for Windows-1252 by its bytes.
    const bytes = new Blob([new Uint8Array(Buffer.from('Probe;äöüäö\nA;2\nB;3\n', 'latin1'))]);
    for (const [encoding, text] of [
      ['windows-1251', 'Probe, дцьдц'],
      ['none', 'Probe, äöüäö'],
    ] as const)
      expect(await readText(bytes, { format: 'table', encoding })).toBe(text);
    expect(await readText(bytes, { format: 'plain', encoding: 'windows-1251' })).toContain('дцьдц');
  });

  it('bytes under the name of a text are an error', async () => {
    await expect(read('plain', 'a\0b')).rejects.toThrow('not a text');
  });
});

it('is read from documents, tables and texts, and from no file of data, markup or great size', () => {
  for (const [name, format] of [
    ['a.docx', 'docx'],
    ['a.xlsx', 'xlsx'],
    ['a.pptx', 'pptx'],
    ['a.ods', 'odf'],
    ['a.ipynb', 'notebook'],
    ['a.csv', 'table'],
  ] as const)
    expect(textFormatOf(name, '', 1)).toBe(format);
  expect(textFormatOf('a.pdf', 'application/pdf', 1)).toBe('pdf');
  expect(textFormatOf('README.md', 'text/markdown', 1)).toBe('plain');
  expect(textFormatOf('notes.txt', 'text/plain', 1)).toBe('plain');
  for (const [name, type] of [
    ['a.vcf', 'text/plain'],
    ['a.html', 'text/html'],
    ['a.png', 'image/png'],
    ['a.json', 'application/json'],
    ['a.fasta', 'text/plain'],
  ] as const)
    expect(textFormatOf(name, type, 1)).toBeNull();
  expect(textFormatOf('a.ipynb', '', 9_000_000)).toBeNull();
  expect(textFormatOf('README', '', 1)).toBe('plain');
  expect(textFormatOf('a.csv.gz', 'application/gzip', 1)).toBe('table');
  expect(textFormatOf('a.vcf.gz', 'application/gzip', 1)).toBeNull();
});
