import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { PackageParts } from './package-parts.ts';
import { isSymbolFont, symbolOf, textInSymbol } from './symbol-font.ts';
import { tagsOf } from './xml-tags.ts';

export interface DocxBlock {
  kind: 'heading' | 'item' | 'paragraph' | 'row';
  text: string;
}

export interface DocxText {
  blocks: DocxBlock[];
  isCut: boolean;
}

const MAIN = 'word/document.xml';
export const MAX_BLOCKS = 2_000;
const MAX_CHARACTERS = 500_000;

/**
 * The text of a Word document (ECMA-376 17.2): headings, list items, paragraphs and rows of tables. Only the main
 * part is read, so neither links nor pictures nor anything outside the file is fetched.
 */
export async function readDocx(body: Blob): Promise<DocxText> {
  const parts = await PackageParts.open(body);
  const main = await parts.main(MAIN);
  const name = parts.entry(main) ? main : MAIN;
  if (!parts.entry(name)) throw new UnreadableFileError('This is not a Word document: it has no text.');
  const xml = await parts.text(name);
  return textOfDocument(xml);
}

/** Reads the tags of WordprocessingML one by one. Entities other than the five of XML stay as they are. */
export function textOfDocument(xml: string): DocxText {
  const blocks: DocxBlock[] = [];
  let text = '';
  let kind: DocxBlock['kind'] = 'paragraph';
  let cells: string[] = [];
  let tables = 0;
  let length = 0;
  const add = (block: DocxBlock) => {
    if (block.text.trim() === '') return;
    length += block.text.length;
    blocks.push(block);
  };
  let hidden: string | null = null;
  let isInSymbol = false;
  for (const tag of tagsOf(xml)) {
    const { name, isEmpty } = tag;
    if (hidden !== null) {
      if (name === `/${hidden}`) hidden = null;
      continue;
    }
    if (blocks.length >= MAX_BLOCKS || length + text.length > MAX_CHARACTERS) return { blocks, isCut: true };
    switch (name) {
      // Places of tabs, how characters below are read aloud, and what older programs show instead of a drawing with the same text.
      case 'tabs':
      case 'rt':
      case 'Fallback':
        if (!isEmpty) hidden = name;
        break;
      case 'p':
        if (!isEmpty) kind = 'paragraph';
        break;
      case 'pStyle':
        if (/^(Heading\d|Title)$/.test(tag.attribute('val') ?? '')) kind = 'heading';
        break;
      case 'numPr':
        if (kind === 'paragraph') kind = 'item';
        break;
      case 't':
        if (!isEmpty) text += isInSymbol ? textInSymbol(tag.text) : tag.text;
        break;
      case 'rFonts':
        isInSymbol = isSymbolFont(tag.attribute('ascii'));
        break;
      case 'r':
        isInSymbol = false;
        break;
      case 'sym':
        text += symbolOf(tag.attribute('font') ?? '', Number.parseInt(tag.attribute('char') ?? '', 16));
        break;
      case 'tab':
        text += '\t';
        break;
      case 'br':
      case 'cr':
        text += '\n';
        break;
      case 'noBreakHyphen':
        text += '-';
        break;
      case 'tbl':
        if (!isEmpty) tables++;
        break;
      case '/tbl':
        tables = Math.max(0, tables - 1);
        break;
      case '/p':
        if (tables > 0) text += ' ';
        else {
          add({ kind, text });
          text = '';
        }
        break;
      case '/tc':
        cells.push(text.trim());
        text = '';
        break;
      case '/tr':
        add({ kind: 'row', text: cells.join('\t') });
        cells = [];
        break;
    }
  }
  add({ kind, text });
  return { blocks, isCut: false };
}
