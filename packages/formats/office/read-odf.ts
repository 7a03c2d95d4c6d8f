import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { readZip, unpackEntry } from '../zip/read-zip.ts';
import { type DocxBlock, type DocxText, MAX_BLOCKS } from './read-docx.ts';
import { tagsOf, type XmlTag } from './xml-tags.ts';

const MAX_XML_BYTES = 32_000_000;
const MAX_CHARACTERS = 500_000;
const MAX_COLUMNS = 100;
/** Tables within tables. Rows deeper within are not kept apart from what is around them. */
const MAX_NESTED = 50;
/** What is not part of the text: comments, deleted text and what a program says of itself. */
const NOT_SHOWN = new Set(['annotation', 'tracked-changes', 'forms', 'desc']);
/** How an index is made, which has its title a second time. */
const SOURCE = /^(?:table-of-content|[a-z]+-index|bibliography)-source$/;

/**
 * The text of an OpenDocument text, presentation or spreadsheet (ISO/IEC 26300): headings, items of lists, paragraphs, and rows of tables
 * with the texts that the cells show. Sheets and slides have their names as headings. Only `content.xml` is read.
 */
export async function readOdf(body: Blob): Promise<DocxText> {
  const { entries } = await readZip(body, 10_000);
  const part = (wanted: string) => entries.find(({ name }) => name === wanted);
  const content = part('content.xml');
  if (!content) throw new UnreadableFileError('This is not an OpenDocument file: it has no text.');
  const manifest = part('META-INF/manifest.xml');
  const parts = manifest ? await (await unpackEntry(body, manifest, MAX_XML_BYTES)).text() : '';
  if (parts.includes('encryption-data'))
    throw new UnreadableFileError('The file is protected with a password.');
  return textOfOdf(await (await unpackEntry(body, content, MAX_XML_BYTES)).text());
}

/** Reads the tags of `content.xml` one by one. */
export function textOfOdf(xml: string): DocxText {
  const reader = new OdfReader();
  for (const tag of tagsOf(xml)) {
    if (reader.isFull) return { blocks: reader.blocks, isCut: true };
    reader.take(tag);
  }
  return { blocks: reader.blocks, isCut: reader.isFull };
}

/** What a table is within: a cell of another one, or a paragraph, in whose frame it is. */
interface Around {
  cells: string[] | null;
  text: string;
  open: number;
  repeated: number;
  rows: number;
}

class OdfReader {
  readonly blocks: DocxBlock[] = [];
  #length = 0;
  #text = '';
  /** Paragraphs and headings that are open; text elsewhere is space. */
  #open = 0;
  #lists = 0;
  /** Tag whose content is not shown, while it is open. */
  #hidden: string | null = null;
  #cells: string[] | null = null;
  #repeated = 1;
  /** How often the row stands in the sheet. */
  #rows = 1;
  readonly #around: Around[] = [];

  get isFull(): boolean {
    return this.blocks.length >= MAX_BLOCKS || this.#length + this.#text.length > MAX_CHARACTERS;
  }

  take(tag: XmlTag): void {
    const { name, isEmpty } = tag;
    if (this.#hidden !== null) {
      if (name !== `/${this.#hidden}`) return;
      this.#hidden = null;
    } else if (NOT_SHOWN.has(name) || SOURCE.test(name)) {
      if (!isEmpty) this.#hidden = name;
      return;
    } else this.#takeShown(tag);
    if (this.#open > 0) this.#text += tag.text;
  }

  #takeShown(tag: XmlTag): void {
    const { name, isEmpty } = tag;
    switch (name) {
      case 'p':
      case 'h':
        if (isEmpty) break;
        if (this.#cells === null && this.#open === 0) this.#text = '';
        else if (this.#text !== '') this.#text += ' ';
        this.#open++;
        break;
      case '/p':
      case '/h':
        this.#open = Math.max(0, this.#open - 1);
        if (this.#cells === null && this.#open === 0) this.#add(name === '/h' ? 'heading' : this.#kind);
        // What follows a paragraph in a frame or a footnote is another word.
        else if (this.#open > 0) this.#text += ' ';
        break;
      case 's':
        this.#text += ' '.repeat(Math.min(Number(tag.attribute('c') ?? 1) || 1, 100));
        break;
      case 'tab':
        this.#text += this.#cells === null ? '\t' : ' ';
        break;
      case 'line-break':
        this.#text += this.#cells === null ? '\n' : ' ';
        break;
      case 'list':
        if (!isEmpty) this.#lists++;
        break;
      case '/list':
        this.#lists = Math.max(0, this.#lists - 1);
        break;
      case 'page':
      case 'table':
        this.#addName(tag.attribute('name'));
        break;
      case 'table-row':
        if (!isEmpty) this.#startRow(Number(tag.attribute('number-rows-repeated') ?? 1) || 1);
        break;
      case 'table-cell':
      case 'covered-table-cell':
        this.#text = '';
        this.#repeated = Math.min(Number(tag.attribute('number-columns-repeated') ?? 1) || 1, MAX_COLUMNS);
        if (isEmpty) this.#endCell();
        break;
      case '/table-cell':
      case '/covered-table-cell':
        this.#endCell();
        break;
      case '/table-row':
        this.#endRow();
    }
  }

  get #kind(): DocxBlock['kind'] {
    return this.#lists > 0 ? 'item' : 'paragraph';
  }

  #startRow(times: number): void {
    if (this.#around.length === MAX_NESTED) return;
    this.#around.push({
      ...{ cells: this.#cells, text: this.#text, open: this.#open },
      ...{ repeated: this.#repeated, rows: this.#rows },
    });
    [this.#cells, this.#text, this.#open, this.#rows] = [[], '', 0, times];
  }

  #endCell(): void {
    const text = this.#text.trim();
    this.#text = '';
    if (this.#cells && this.#cells.length < MAX_COLUMNS)
      this.#cells.push(...Array.from({ length: this.#repeated }, () => text));
  }

  /** Cells without text at the end of a row are as many as the sheet is wide. */
  #endRow(): void {
    const cells = this.#cells ?? [];
    const around = this.#around.pop() ?? { cells: null, text: '', open: 0, repeated: 1, rows: 1 };
    const row = cells.slice(0, cells.findLastIndex((text) => text !== '') + 1);
    const times = row.length > 0 ? this.#rows : 0;
    this.#cells = null;
    for (let count = 0; around.cells === null && count < times && !this.isFull; count++) {
      this.#text = row.join('\t');
      this.#add('row');
    }
    this.#text = around.text;
    // A table in a cell is part of the text of the cell.
    if (around.cells !== null) this.#text += `${this.#text && ' '}${row.filter(Boolean).join(' ')}`;
    [this.#cells, this.#open, this.#repeated, this.#rows] = [
      around.cells,
      around.open,
      around.repeated,
      around.rows,
    ];
  }

  #addName(name: string | undefined): void {
    if (this.#cells !== null || name === undefined) return;
    this.#text = name;
    this.#add('heading');
  }

  #add(kind: DocxBlock['kind']): void {
    const text = this.#text;
    this.#text = '';
    if (text.trim() === '') return;
    this.#length += text.length;
    this.blocks.push({ kind, text });
  }
}
