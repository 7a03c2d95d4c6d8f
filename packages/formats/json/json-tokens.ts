export interface JsonToken {
  kind: '{' | '}' | '[' | ']' | ':' | ',' | 'string' | 'number' | 'word';
  /** Place in the text, from 0. */
  start: number;
  /** Place after the token. */
  end: number;
  /** Number of objects and lists around the token. A bracket is inside of its own. */
  depth: number;
}

/** The text is not JSON. */
export class NotJsonError extends Error {}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Python writes numbers that JSON does not have: `NaN`, `Infinity` and `-Infinity`. */
const WORD = /true|false|null|NaN|-?Infinity/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const QUOTE = 34;
const BACKSLASH = 92;
/** Characters of the longest word. No escape is longer. */
const LONGEST = 9;

type Wanted = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end';

/**
 * The tokens of a JSON text (RFC 8259, and the numbers of Python that it does not have), one after another, without recursion: others choose how deep a file is nested.
 * Throws `NotJsonError` at the first place that is not JSON.
 * @param isCut whether the text is only the beginning of a file: then it may end anywhere
 */
export function* jsonTokens(text: string, isCut = false): Generator<JsonToken, void> {
  /** Of each open object or list, whether it is an object. */
  const open: boolean[] = [];
  let wanted: Wanted = 'value';
  let at = 0;
  for (;;) {
    at = afterSpaces(text, at);
    const token = at < text.length ? tokenAt(text, at) : null;
    if (!token || token.end > text.length) {
      const isComplete = at >= text.length && wanted === ', or end' && open.length === 0;
      if (!isComplete) require(isCut && (token !== null || text.length - at < LONGEST), at);
      return;
    }
    const { kind } = token;
    const isInObject = open.at(-1) === true;
    const isValue: boolean = wanted === 'value' || wanted === 'value or ]';
    if (kind === '{' || kind === '[') {
      require(isValue, at);
      open.push(kind === '{');
      wanted = kind === '{' ? 'key or }' : 'value or ]';
    } else if (kind === '}' || kind === ']') {
      require(open.length > 0 && isInObject === (kind === '}'), at);
      require(wanted === ', or end' || wanted === (kind === '}' ? 'key or }' : 'value or ]'), at);
      wanted = ', or end';
    } else if (kind === ',') {
      require(wanted === ', or end' && open.length > 0, at);
      wanted = isInObject ? 'key' : 'value';
    } else if (kind === ':') {
      require(wanted === ':', at);
      wanted = 'value';
    } else if (isValue) wanted = ', or end';
    else {
      require(kind === 'string' && (wanted === 'key' || wanted === 'key or }'), at);
      wanted = ':';
    }
    yield { ...token, depth: open.length };
    if (kind === '}' || kind === ']') open.pop();
    at = token.end;
  }
}

function require(isJson: boolean, at: number): void {
  if (!isJson) throw new NotJsonError(`Character ${at + 1} is not JSON.`);
}

function afterSpaces(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break;
  }
  return at;
}

/** The token at a place; its end is beyond the text if the text ends within it. `null` if no token begins here. */
function tokenAt(text: string, start: number): Omit<JsonToken, 'depth'> | null {
  const first = text[start] ?? '';
  switch (first) {
    case '{':
    case '}':
    case '[':
    case ']':
    case ':':
    case ',':
      return { kind: first, start, end: start + 1 };
    case '"':
      return stringAt(text, start);
    case 't':
    case 'f':
    case 'n':
    case 'N':
    case 'I':
      return matched('word', WORD, text, start);
    default:
      return matched('number', NUMBER, text, start) ?? matched('word', WORD, text, start);
  }
}

/** By characters: an expression would need memory for each character of a string of megabytes. */
function stringAt(text: string, start: number): Omit<JsonToken, 'depth'> | null {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return { kind: 'string', start, end: at + 1 };
    if (code < 32) return null;
    if (code !== BACKSLASH) continue;
    ESCAPE.lastIndex = at;
    if (ESCAPE.test(text)) at = ESCAPE.lastIndex - 1;
    else if (text.length - at >= LONGEST) return null;
  }
  return { kind: 'string', start, end: text.length + 1 };
}

function matched(
  kind: 'number' | 'word',
  pattern: RegExp,
  text: string,
  start: number,
): Omit<JsonToken, 'depth'> | null {
  pattern.lastIndex = start;
  return pattern.test(text) ? { kind, start, end: pattern.lastIndex } : null;
}
