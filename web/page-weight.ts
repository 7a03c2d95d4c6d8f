import 'server-only';
import type { MarkdownTree } from '@labroom/markdown/markdown-node';
import { shortenTree } from '@labroom/markdown/shorten-tree';
import type { BlobText } from '#lib/download/first-file.ts';

/** What the text of a file may add to the HTML of its page, which has at most 300 kB. */
const MOST_BYTES = 60_000;
/** What its tree may add to the data of the page. The elements that show it have about as much. */
const MOST_TREE_BYTES = 40_000;
/** The browser draws the rest. */
const MOST_NODES = 2_000;
const LEAST_NODES = 50;
/** An element for each line. */
const LINE_BYTES = 30;

/**
 * What a character of a text costs in the page: in the HTML that shows it, and once more in the data with which React continues. Quotes and
 * angle brackets become up to eleven times as long.
 */
function bytesOfCharacter(code: number): number {
  if (code === 0x0a) return LINE_BYTES;
  if (code < 0x20) return 7;
  if (code === 0x26) return 11;
  if (code === 0x3c || code === 0x3e) return 10;
  if (code === 0x22) return 10;
  if (code === 0x27) return 7;
  if (code === 0x5c) return 4;
  if (code < 0x80) return 2;
  if (code < 0x800) return 4;
  // A half of a pair has two of its four bytes; the separators of lines of Unicode are escaped.
  if (code >= 0xd800 && code <= 0xdfff) return 4;
  return code === 0x2028 || code === 0x2029 ? 9 : 6;
}

/** The beginning of a text that a page has room for: whole lines, if it has more than one. The browser reads all of the file. */
export function boundedText(read: BlobText): BlobText {
  const { text } = read;
  let left = MOST_BYTES;
  let end = 0;
  while (end < text.length && left > 0) left -= bytesOfCharacter(text.charCodeAt(end++));
  if (left > 0) return read;
  const line = text.lastIndexOf('\n', end - 1);
  const cut = text.slice(0, line > 0 ? line + 1 : end);
  return { ...read, text: cut.replace(/[\ud800-\udbff]$/, ''), isCut: true };
}

/** The beginning of a tree that a page has room for; `null` if its first block is too large. The browser draws the rest. */
export function boundedTree(tree: MarkdownTree): MarkdownTree | null {
  for (let nodes = MOST_NODES; nodes >= LEAST_NODES; nodes /= 2) {
    const shortened = shortenTree(tree, nodes)?.tree;
    if (!shortened) return null;
    // JSON within a string of a script, in which the signs of HTML are escaped.
    const data = JSON.stringify(JSON.stringify(shortened));
    if (Buffer.byteLength(data) + 5 * (data.match(/[<>&]/g)?.length ?? 0) <= MOST_TREE_BYTES)
      return shortened;
  }
  return null;
}
