import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { PackageParts } from './package-parts.ts';
import { unescapeXml } from './xml-tags.ts';

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
const TAG = /<([^<>]*)>([^<]*)/g;

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
  for (const [, tag = '', after = ''] of xml.matchAll(TAG)) {
    const name = /^\/?[\w:]+/.exec(tag)?.[0];
    if (hidden !== null) {
      if (name === `/${hidden}`) hidden = null;
      continue;
    }
    if (blocks.length >= MAX_BLOCKS || length + text.length > MAX_CHARACTERS) return { blocks, isCut: true };
    const isEmpty = tag.endsWith('/');
    switch (name) {
      // Places of tabs, and what older programs show instead of a drawing with the same text.
      case 'w:tabs':
      case 'mc:Fallback':
        if (!isEmpty) hidden = name;
        break;
      case 'w:p':
        if (!isEmpty) kind = 'paragraph';
        break;
      case 'w:pStyle':
        if (/w:val="(Heading\d|Title)"/.test(tag)) kind = 'heading';
        break;
      case 'w:numPr':
        if (kind === 'paragraph') kind = 'item';
        break;
      case 'w:t':
      case 'm:t':
        if (!isEmpty) text += unescapeXml(after);
        break;
      case 'w:tab':
        text += '\t';
        break;
      case 'w:br':
      case 'w:cr':
        text += '\n';
        break;
      case 'w:noBreakHyphen':
        text += '-';
        break;
      case 'w:tbl':
        if (!isEmpty) tables++;
        break;
      case '/w:tbl':
        tables = Math.max(0, tables - 1);
        break;
      case '/w:p':
        if (tables > 0) text += ' ';
        else {
          add({ kind, text });
          text = '';
        }
        break;
      case '/w:tc':
        cells.push(text.trim());
        text = '';
        break;
      case '/w:tr':
        add({ kind: 'row', text: cells.join('\t') });
        cells = [];
        break;
    }
  }
  add({ kind, text });
  return { blocks, isCut: false };
}
