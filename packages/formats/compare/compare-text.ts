import { diffWordsWithSpace } from 'diff';
import { align } from './align.ts';
import {
  amount,
  type Change,
  type ComparedLine,
  type Comparison,
  clipped,
  NO_CHANGE,
  type Piece,
  shownChanges,
  wholeLine,
} from './comparison.ts';

/** Beyond these limits a block is shown as replaced. */
const WORD_LIMITS = { maxEditLength: 2_000, timeout: 200 };
/** Longer blocks are not compared by words. */
const MAX_WORDS_TEXT = 50_000;
/** Unchanged lines shown around a change. */
const CONTEXT = 2;
/** Lines of one change that are shown. */
const MAX_LINES = 60;

interface Block {
  kind: Piece['kind'];
  lines: string[];
}

interface ComparedText {
  changes: Change[];
  places: number;
  words: number;
}

/** Compares texts by lines, and changed lines by words. */
export function compareText(former: string, later: string): Comparison {
  if (former === later) return { summary: NO_CHANGE, notes: [], changes: [] };
  const { changes, places, words } = changesOfText(linesOf(former), linesOf(later));
  if (places === 0) return { summary: 'Only line ends differ', notes: [], changes: [] };
  const what = words === 0 ? 'Only spaces and empty lines differ,' : amount(words, 'word');
  return { summary: `${what} in ${amount(places, 'place')}`, ...shownChanges(changes, places) };
}

/** The changes between two lists of lines. */
export function changesOfText(former: readonly string[], later: readonly string[]): ComparedText {
  const blocks = blocksOf(former, later);
  const changes: Change[] = [];
  let words = 0;
  let lineOfLater = 1;
  for (let at = 0; at < blocks.length; ) {
    const block = blocks[at] as Block;
    if (block.kind === 'same') {
      lineOfLater += block.lines.length;
      at += 1;
      continue;
    }
    const removed: string[] = [];
    const added: string[] = [];
    const before = blocks[at - 1]?.lines.slice(-CONTEXT) ?? [];
    for (; at < blocks.length && blocks[at]?.kind !== 'same'; at++) {
      const list = blocks[at]?.kind === 'removed' ? removed : added;
      for (const line of blocks[at]?.lines ?? []) list.push(line);
    }
    const after = blocks[at]?.lines.slice(0, CONTEXT) ?? [];
    const compared = comparedBlock(removed, added);
    words += compared.words;
    changes.push({
      place: placeOf(lineOfLater, added.length),
      lines: [...before.map(same), ...atMost(compared.lines), ...after.map(same)],
    });
    lineOfLater += added.length;
  }
  return { changes, places: changes.length, words };
}

export const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/\r\n|\r|\n/));

const same = (line: string) => wholeLine('same', line);

const placeOf = (line: number, count: number) =>
  count > 1
    ? `Lines ${line.toLocaleString('en')} to ${(line + count - 1).toLocaleString('en')}`
    : `Line ${line.toLocaleString('en')}`;

function atMost(lines: ComparedLine[]): ComparedLine[] {
  if (lines.length <= MAX_LINES) return lines;
  const hidden = lines.length - MAX_LINES;
  const half = MAX_LINES / 2;
  return [...lines.slice(0, half), same(`… ${amount(hidden, 'line')} not shown …`), ...lines.slice(-half)];
}

function blocksOf(former: readonly string[], later: readonly string[]): Block[] {
  let [from, to] = [0, 0];
  return align(former, later).map((part) => {
    const kind = kindOf(part);
    const lines =
      kind === 'removed' ? former.slice(from, from + part.count) : later.slice(to, to + part.count);
    if (kind !== 'added') from += part.count;
    if (kind !== 'removed') to += part.count;
    return { kind, lines };
  });
}

const kindOf = (part: { added: boolean; removed: boolean }): Piece['kind'] =>
  part.added ? 'added' : part.removed ? 'removed' : 'same';

/** Removed lines, then the added ones, each with its changed words. A replaced word counts once. */
function comparedBlock(removed: string[], added: string[]): { lines: ComparedLine[]; words: number } {
  const compared = piecesOf(removed.join('\n'), added.join('\n'));
  const linesOfSide = (side: 'removed' | 'added', count: number) =>
    count === 0
      ? []
      : splitLines(
          side,
          compared.filter(({ kind }) => kind === 'same' || kind === side),
        );
  return {
    lines: [...linesOfSide('removed', removed.length), ...linesOfSide('added', added.length)],
    words: countWords(compared),
  };
}

/** Equal words at both ends are skipped first, for lines of many megabytes. */
function piecesOf(before: string, after: string): Piece[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  while (start > 0 && !isSpace(before, start - 1)) start--;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  while (end > 0 && !isSpace(before, before.length - end)) end--;
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  const isShort = removed.length + added.length <= MAX_WORDS_TEXT;
  const middle = (isShort && removed && added && diffWordsWithSpace(removed, added, WORD_LIMITS)) || [
    { value: removed, added: false, removed: true },
    { value: added, added: true, removed: false },
  ];
  const pieces: Piece[] = [
    { kind: 'same', text: before.slice(0, start) },
    ...middle.map((part): Piece => ({ kind: kindOf(part), text: part.value })),
    { kind: 'same', text: before.slice(before.length - end) },
  ];
  return pieces.filter(({ text }) => text !== '');
}

function splitLines(kind: 'removed' | 'added', pieces: readonly Piece[]): ComparedLine[] {
  const lines: ComparedLine[] = [{ kind, pieces: [] }];
  for (const piece of pieces) {
    for (const [index, text] of piece.text.split('\n').entries()) {
      if (index > 0) lines.push({ kind, pieces: [] });
      if (text !== '') lines.at(-1)?.pieces.push({ kind: piece.kind, text: clipped(text) });
    }
  }
  return lines;
}

function countWords(pieces: readonly Piece[]): number {
  let words = 0;
  let removed = 0;
  let added = 0;
  for (const { kind, text } of [...pieces, { kind: 'same' as const, text: 'end' }]) {
    const count = wordsIn(text);
    if (kind === 'removed') removed += count;
    else if (kind === 'added') added += count;
    else if (count > 0) {
      words += Math.max(removed, added);
      removed = 0;
      added = 0;
    }
  }
  return words;
}

/** Words between white space. Counted without a list, which a large file would fill memory with. */
function wordsIn(text: string): number {
  let words = 0;
  let isInside = false;
  for (let at = 0; at < text.length; at++) {
    const isWord = !isSpace(text, at);
    if (isWord && !isInside) words++;
    isInside = isWord;
  }
  return words;
}

const isSpace = (text: string, at: number) => text.charCodeAt(at) <= 32 || text.charCodeAt(at) === 160;
