import { type Bytes, encodeZip } from './zip.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

const xmlText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

type Part = { path: string; type: string; xml: string };

/** An Office Open XML package whose main part refers to the other parts. */
function encodePackage(main: Part, others: readonly (Part & { relation: string })[]): Promise<Bytes> {
  const folder = main.path.slice(0, main.path.lastIndexOf('/'));
  const file = main.path.slice(folder.length + 1);
  const relations = (entries: { relation: string; target: string }[]) =>
    `${declaration}<Relationships xmlns="${packages}/relationships">${entries
      .map(
        ({ relation, target }, index) =>
          `<Relationship Id="rId${index + 1}" Type="${office}/${relation}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`;
  const types = [main, ...others]
    .map(({ path, type }) => `<Override PartName="/${path}" ContentType="${type}"/>`)
    .join('');
  const parts = [main, ...others].map(({ path, xml }) => [path, declaration + xml]);
  return encodeZip({
    '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${types}</Types>`,
    '_rels/.rels': relations([{ relation: 'officeDocument', target: main.path }]),
    [`${folder}/_rels/${file}.rels`]: relations(
      others.map(({ relation, path }) => ({ relation, target: path.slice(folder.length + 1) })),
    ),
    ...Object.fromEntries(parts),
  });
}

/** A paragraph, a heading or a table of a document. */
export type Block =
  | string
  | { heading: string; level?: 1 | 2 }
  | { steps: readonly string[] }
  | { table: readonly (readonly string[])[] };

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const wordSpace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** A Word document. */
export function encodeDocx(blocks: readonly Block[]): Promise<Bytes> {
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${xmlText(text)}</w:t></w:r>`;
  const paragraph = (text: string, properties = '') => `<w:p>${properties}${run(text)}</w:p>`;
  const border = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="999999"/>`)
    .join('');
  const body = blocks.map((block) => {
    if (typeof block === 'string') return paragraph(block);
    if ('heading' in block)
      return paragraph(block.heading, `<w:pPr><w:pStyle w:val="Heading${block.level ?? 1}"/></w:pPr>`);
    if ('steps' in block)
      return block.steps.map((step, index) => paragraph(`${index + 1}. ${step}`)).join('');
    const rows = block.table.map(
      (cells) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`,
    );
    const columns = (block.table[0] ?? []).map(() => '<w:gridCol w:w="2400"/>').join('');
    return `<w:tbl><w:tblPr><w:tblBorders>${border}</w:tblBorders></w:tblPr><w:tblGrid>${columns}</w:tblGrid>${rows.join('')}</w:tbl><w:p/>`;
  });
  const heading = (level: number, size: number) =>
    `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:pPr><w:spacing w:before="240" w:after="120"/><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:sz w:val="${size}"/></w:rPr></w:style>`;
  return encodePackage(
    {
      path: 'word/document.xml',
      type: `${word}.document.main+xml`,
      xml: `<w:document xmlns:w="${wordSpace}"><w:body>${body.join('')}</w:body></w:document>`,
    },
    [
      {
        path: 'word/styles.xml',
        type: `${word}.styles+xml`,
        relation: 'styles',
        xml: `<w:styles xmlns:w="${wordSpace}">${heading(1, 36)}${heading(2, 28)}</w:styles>`,
      },
    ],
  );
}

/** A number, a text, or a formula with its result. */
export type SheetCell = number | string | { formula: string; result: number };

const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const sheetSpace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** An Excel workbook. The first row of each sheet is its head. */
export function encodeXlsx(
  sheets: Readonly<Record<string, readonly (readonly SheetCell[])[]>>,
): Promise<Bytes> {
  const cell = (value: SheetCell, row: number, column: number) => {
    const place = `r="${cellName(row, column)}"`;
    if (typeof value === 'number') return `<c ${place}><v>${value}</v></c>`;
    if (typeof value === 'object')
      return `<c ${place}><f>${xmlText(value.formula)}</f><v>${value.result}</v></c>`;
    const style = row === 0 ? ' s="1"' : '';
    return `<c ${place}${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(value)}</t></is></c>`;
  };
  const names = Object.keys(sheets);
  const entries = names.map(
    (name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return encodePackage(
    {
      path: 'xl/workbook.xml',
      type: `${sheet}.sheet.main+xml`,
      xml: `<workbook xmlns="${sheetSpace}" xmlns:r="${office}"><sheets>${entries.join('')}</sheets></workbook>`,
    },
    [
      ...names.map((name, index) => ({
        path: `xl/worksheets/sheet${index + 1}.xml`,
        type: `${sheet}.worksheet+xml`,
        relation: 'worksheet',
        xml: `<worksheet xmlns="${sheetSpace}"><cols><col min="1" max="1" width="36" customWidth="1"/><col min="2" max="8" width="14" customWidth="1"/></cols><sheetData>${(
          sheets[name] ?? []
        )
          .map(
            (cells, row) =>
              `<row r="${row + 1}">${cells.map((value, column) => cell(value, row, column)).join('')}</row>`,
          )
          .join('')}</sheetData></worksheet>`,
      })),
      {
        path: 'xl/styles.xml',
        type: `${sheet}.styles+xml`,
        relation: 'styles',
        xml: `<styleSheet xmlns="${sheetSpace}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf fontId="0"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
      },
    ],
  );
}

/** Name of a cell, e.g. `B3` for row 2 and column 1, both counted from 0. */
const cellName = (row: number, column: number): string => `${String.fromCharCode(65 + column)}${row + 1}`;
