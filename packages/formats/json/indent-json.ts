import { jsonTokens, NotJsonError } from './json-tokens.ts';

/** A text, or its beginning (`isCut`). */
interface Beginning {
  text: string;
  isCut: boolean;
}

/** Deeper values stand as they are in the file: each further level would add its indentation to each line. */
const MAX_DEPTH = 32;
const MAX_LINES = 5_000;
const MAX_CHARACTERS = 200_000;

/**
 * Indents JSON by its tokens, which stay as they are in the file: numbers, the order of keys, and keys that occur twice.
 * The result has at most about `MAX_LINES` lines, and about `MAX_CHARACTERS` characters more than the file.
 * Text that is not JSON is returned unchanged.
 */
export function indentJson({ text, isCut }: Beginning): Beginning {
  try {
    return indented(text, isCut);
  } catch (error) {
    if (error instanceof NotJsonError) return { text, isCut };
    throw error;
  }
}

function indented(text: string, isCut: boolean): Beginning {
  const parts: string[] = [];
  let [length, lines] = [0, 1];
  const add = (part: string) => {
    parts.push(part);
    length += part.length;
  };
  const breakLine = (depth: number) => {
    lines += 1;
    add(`\n${'  '.repeat(depth)}`);
  };
  let read = 0;
  /** Where a value begins that is deeper than `MAX_DEPTH`. */
  let deepStart = -1;
  let isFirst = false;
  for (const { kind, start, end, depth } of jsonTokens(text, isCut)) {
    read = end;
    const isEnd = kind === '}' || kind === ']';
    if (deepStart >= 0) {
      if (!isEnd || depth > MAX_DEPTH + 1) continue;
      add(text.slice(deepStart, end));
      deepStart = -1;
      continue;
    }
    const isStart = kind === '{' || kind === '[';
    // An empty list stays on its line.
    if (isFirst && !isEnd) breakLine(isStart ? depth - 1 : depth);
    else if (isEnd && !isFirst) breakLine(depth - 1);
    isFirst = isStart;
    if (isStart && depth > MAX_DEPTH) {
      deepStart = start;
      isFirst = false;
      continue;
    }
    add(kind === ':' ? ': ' : text.slice(start, end));
    if (kind === ',') breakLine(depth);
    if (lines > MAX_LINES || length > MAX_CHARACTERS) return { text: parts.join(''), isCut: true };
  }
  // What the end of the text cut.
  const rest = text.slice(deepStart >= 0 ? deepStart : read).trim();
  return { text: parts.join('') + rest, isCut };
}
