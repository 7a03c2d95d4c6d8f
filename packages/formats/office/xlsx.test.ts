import { encodeXlsx } from '@labroom/example-labs/encoders/office.ts';
import { encodeZip } from '@labroom/example-labs/encoders/zip.ts';
import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { CellFormats } from './cell-format.ts';
import { MAX_COLUMNS, MAX_ROWS, readSheet, readXlsx } from './read-xlsx.ts';

const noFormats = new CellFormats(new Map(), [], false);
const sheet = (xml: string, strings: string[] = []) =>
  readSheet(`<worksheet><sheetData>${xml}</sheetData></worksheet>`, strings, noFormats);
const texts = (xml: string, strings?: string[]) =>
  sheet(xml, strings).rows.flatMap(({ cells }) => cells.map(({ text }) => text));
const workbook = (parts: Record<string, string> = {}) =>
  encodeZip({
    'xl/workbook.xml':
      '<workbook><workbookPr date1904="1"/><sheets><sheet name="A &amp; B" r:id="r1"/><sheet name="Old" state="hidden" r:id="r2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/one.xml"/><Relationship Id="r2" Type="x/worksheet" Target="/xl/worksheets/one.xml"/><Relationship Id="s" Type="x/styles" Target="styles.xml"/></Relationships>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="0.0&quot; mM&quot;"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="200"/><xf numFmtId="10"/></cellXfs></styleSheet>',
    'xl/worksheets/one.xml':
      '<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1" s="1"><v>0</v></c><c r="B1" s="2"><v>1.25</v></c><c r="C1" s="3"><v>0.125</v></c></row></sheetData></worksheet>',
    ...parts,
  });
const read = async (bytes: Uint8Array<ArrayBuffer>, index = 0) =>
  readXlsx(new Blob([bytes]), { sheet: index });

it('reads the sheets of a workbook with numbers, texts and saved results of formulas', async () => {
  const bytes = await encodeXlsx({
    Budget: [
      ['Item', 'Cost'],
      ['Resin & beads', 120.5],
      ['Total', { formula: 'SUM(B2:B2)', result: 120.5 }],
    ],
    Notes: [['second sheet']],
  });
  const first = await read(bytes);
  expect(first.sheets.map(({ name }) => name)).toEqual(['Budget', 'Notes']);
  expect(first.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ['Item', 'Cost'],
    ['Resin & beads', '120.5'],
    ['Total', '120.5'],
  ]);
  expect(first).toMatchObject({ hasFormulas: true, width: 2, rowCount: 3 });
  expect((await read(bytes, 1)).rows[0]?.cells[0]?.text).toBe('second sheet');
});

it('applies number formats, also dates from 1904, and names hidden sheets', async () => {
  const { rows, sheets } = await read(await workbook());
  expect(rows[0]?.cells.map(({ text }) => text)).toEqual(['1904-01-01', '1.3 mM', '12.50%']);
  expect(sheets).toEqual([
    { name: 'A & B', isHidden: false },
    { name: 'Old', isHidden: true },
  ]);
  expect((await read(await workbook(), 1)).rows).toHaveLength(1);
  // Excel for Mac writes an extension with the same name after it.
  const extended = await workbook({
    'xl/workbook.xml':
      '<workbook><workbookPr date1904="1"/><sheets><sheet name="A" r:id="r1"/></sheets><extLst><ext><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst></workbook>',
  });
  expect((await read(extended)).rows[0]?.cells[0]?.text).toBe('1904-01-01');
});

it('reads every type of cell, also without references', () => {
  expect(
    texts(
      '<row><c t="s"><v>1</v></c><c t="b"><v>1</v></c><c t="e"><v>#DIV/0!</v></c><c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c><c t="str"><f>X()</f><v>done</v></c><c><f>NOW()</f></c><c t="d"><v>2026-01-02</v></c></row>',
      ['zero', 'one'],
    ),
  ).toEqual(['one', 'TRUE', '#DIV/0!', 'ab', 'done', '=NOW()', '2026-01-02']);
  // The saved result of a formula may be empty, and characters that XML cannot hold are written as codes.
  expect(
    texts(
      '<row><c t="str"><f>IF(B1="","",1)</f><v/></c><c t="str"><v>a_x000D_\nb _x005F_x000D_ _x1_</v></c></row>',
    ),
  ).toEqual(['a\r\nb _x000D_ _x1_']);
  expect(
    texts(
      '<row><c t="s"><v></v></c><c t="inlineStr"><is><t><![CDATA[a < b & c]]></t></is></c><!-- <c><v>9</v></c> --></row>',
      ['first'],
    ),
  ).toEqual(['a < b & c']);
  const dated = new CellFormats(new Map([[200, 'yyyy/mm/dd hh:mm']]), [0, 200], false);
  expect(
    ['2014-02-14T08:27:48.765Z', '2014-02-14T08:27:00', '2014-02-14', 'soon'].map((time) =>
      dated.timeText(time, 1),
    ),
  ).toEqual(['2014/02/14 08:27', '2014/02/14 08:27', '2014/02/14 00:00', 'soon']);
  expect(dated.timeText('2014-02-14', 0)).toBe('2014-02-14');
});

it('spans merged cells over the rows that are listed', () => {
  const merged = (refs: string[], rows = '') =>
    readSheet(
      `<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="3"><c r="A3"><v>3</v></c><c r="B3"><v>4</v></c></row>${rows}</sheetData><mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`,
      [],
      noFormats,
    );
  const { rows, width } = merged(['A1:C3']);
  expect(rows[0]).toMatchObject({ cells: [{ span: { columns: 3, rows: 2 } }], covered: [1, 2] });
  expect(rows[1]?.covered).toEqual([0, 1, 2]);
  expect(width).toBe(3);
  for (const ref of ['B1:C1', 'A2:A3', 'C1:A1', 'nonsense', 'A1:A'])
    expect(merged([ref]).rows.some(({ cells, covered }) => covered || cells.some(({ span }) => span))).toBe(
      false,
    );
  // The whole sheet, many times: what is covered is bounded.
  const many = '<row><c r="A1"><v>1</v></c></row>'.repeat(MAX_ROWS);
  const bounded = merged(Array(3_000).fill('A1:XFD1048576'), many);
  expect(bounded.rows.flatMap(({ covered }) => covered ?? []).length).toBeLessThanOrEqual(20_000);
});

it('costs no memory for gaps and claimed sizes', () => {
  const { rows, width, isNarrowed, rowCount } = sheet(
    '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="B1048576"><v>2</v></c><c r="XFD1048576"><v>3</v></c></row>',
  );
  expect(rows.map(({ number }) => number)).toEqual([1, 1_048_576]);
  expect([width, isNarrowed, rowCount]).toEqual([2, true, 2]);
});

// Takes long, and few changes can break it.
if (!isQuick)
  it('is bounded for many rows, columns, long texts and unclosed tags', () => {
    const many = sheet('<row><c><v>1</v></c></row>'.repeat(MAX_ROWS + 5));
    expect([many.rows.length, many.rowCount]).toEqual([MAX_ROWS, MAX_ROWS + 5]);
    expect(sheet(`<row>${'<c><v>1</v></c>'.repeat(20_000)}</row>`).width).toBe(MAX_COLUMNS);
    expect(texts(`<row><c t="str"><v>${'x'.repeat(100_000)}</v></c></row>`)[0]).toHaveLength(2_000);
    expect(sheet('<row><c>'.repeat(20_000)).rows).toEqual([]);
    expect(sheet('<'.repeat(100_000)).rows).toEqual([]);
    expect(texts('<row><c t="s"><v>99999999</v></c><c r="A-1" s="-7"><v>1e999</v></c></row>')).toEqual([
      '1e999',
    ]);
  });

it.each([
  ['[h]', -1.2, '-28', '-28'],
  ['[h]', -12.34, '-296', '-296'],
  ['[h]:mm:ss', 1.5, '36:00:00', '36:00:00'],
  ['[h]:mm:ss;@', -0.25, '-6:00:00', '-6:00:00'],
  ['[h]:mm;(h:mm)', -0.25, '(6:00)', '(6:00)'],
  ['h:mm', -0.25, '######', '-6:00'],
  ['yyyy-mm-dd', -1, '######', '-1904-01-02'],
  ['dddd', -1, '######', '-Saturday'],
  ['yyyy-mm-dd', 2_958_466, '######', '######'],
  ['yyyy-mm-dd;@', 1, '1900-01-01', '1904-01-02'],
  ['0.0', -3, '-3.0', '-3.0'],
])('shows durations and dates as Excel does: %s of %d', (pattern, value, from1900, from1904) => {
  const texts = [false, true].map((is1904) =>
    new CellFormats(new Map([[200, pattern]]), [200], is1904).text(value, 0),
  );
  expect(texts).toEqual([from1900, from1904]);
});

it('ignores formats that cannot be applied, and DOCTYPE entities', async () => {
  const bad = new CellFormats(
    new Map([
      [200, '[[[['],
      [201, `${'#,'.repeat(5_000)}0`],
    ]),
    [200, 201],
    false,
  );
  expect([1e-7, 2.5e-104, 1e21, 0.1 + 0.2].map((value) => noFormats.text(value, 0))).toEqual([
    '1E-07',
    '2.5E-104',
    '1E+21',
    '0.3',
  ]);
  expect([bad.text(1.5, 0), bad.text(1.5, 1), bad.text(1.5, -3)]).toEqual(['1.5', '1.5', '1.5']);
  expect(texts('<!DOCTYPE x [<!ENTITY e "boom">]><row><c t="str"><v>&e;</v></c></row>')).toEqual(['&e;']);
});

it.each([
  ['no ZIP', () => new Uint8Array(Buffer.from('PK')), 'not a ZIP file'],
  ['another ZIP', () => encodeZip({ 'a.txt': 'x' }), 'not an Excel workbook'],
  ['no sheets', () => encodeZip({ 'xl/workbook.xml': '<workbook/>' }), 'has no sheets'],
  [
    'a sheet on another site',
    () =>
      workbook({
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="r1" TargetMode="External" Target="https://evil.example/s.xml"/></Relationships>',
      }),
    'missing from the workbook',
  ],
])('rejects a workbook with %s', async (_, bytes, message) => {
  await expect(read(await bytes())).rejects.toThrow(message);
});
