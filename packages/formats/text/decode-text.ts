import type { Encoding } from './encodings.ts';
import { guessEncoding } from './guess-encoding.ts';

export interface DecodedText {
  text: string;
  encoding: Encoding;
  /** Whether neither a byte order mark nor the bytes themselves tell the encoding, and nobody chose it. */
  isGuessed: boolean;
}

interface DecodeOptions {
  /** Default: judged by the bytes. */
  encoding?: Encoding | undefined;
  /** Whether the bytes are the beginning of a file: their last character may be cut. */
  isCut?: boolean;
}

/** Bytes that decide whether a file is a text. */
const JUDGED = 8_192;
/** Of a text in an encoding of one byte a character, the share of control characters. */
const MOST_CONTROLS = 0.002;
/** How ISO 2022-JP changes to Japanese characters and back. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const JAPANESE = /\x1B\$[@B][!-~]+\x1B\([BJ]/;
/** Of a text, the share of NUL. */
const MOST_NULS = 1 / 16;
/** Leading bytes of UTF-16 of a text in one script, with its punctuation. */
const MOST_BLOCKS = 4;
/** Of a text with characters of more of them, the share of those that markup and tables are made of. */
const MOSTLY = 0.5;

/**
 * The text of bytes, without its byte order mark. `null` if they are no text: a text begins with a byte order mark, or its first 8 kB
 * have hardly a NUL, and are UTF-8, or have hardly a control character; UTF-16 without a mark is known by the bytes that it repeats.
 */
export async function decodeText(
  bytes: Uint8Array,
  { encoding, isCut = false }: DecodeOptions = {},
): Promise<DecodedText | null> {
  const decode = (as: Encoding) => shown(new TextDecoder(as).decode(bytes, { stream: isCut }));
  if (encoding) return { text: decode(encoding), encoding, isGuessed: false };
  const marked = markedEncoding(bytes);
  if (marked) return { text: decode(marked), encoding: marked, isGuessed: false };
  const start = bytes.subarray(0, JUDGED);
  if (start.includes(0)) {
    const wide = (['utf-16le', 'utf-16be'] as const).find((order) => isWideText(start, order));
    if (wide) return { text: decode(wide), encoding: wide, isGuessed: true };
    if (!hasFewNuls(start)) return null;
  }
  const text = decodedUtf8(bytes, isCut);
  if (text !== null && JAPANESE.test(text))
    return { text: decode('iso-2022-jp'), encoding: 'iso-2022-jp', isGuessed: true };
  if (text !== null) return { text: shown(text), encoding: 'utf-8', isGuessed: false };
  if (controlsIn(start) - nulsIn(start) > start.length * MOST_CONTROLS) return null;
  const guessed = await guessEncoding(bytes);
  return { text: decode(guessed), encoding: guessed, isGuessed: true };
}

function markedEncoding([first, second, third, fourth]: Uint8Array): Encoding | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? null : 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x84 && second === 0x31 && third === 0x95 && fourth === 0x33) return 'gb18030';
  return null;
}

function decodedUtf8(bytes: Uint8Array, isCut: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return null;
  }
}

const nulsIn = (bytes: Uint8Array): number => bytes.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);

/** Whether bytes are a text but for a few NUL, with which some programs fill what they leave empty. */
function hasFewNuls(bytes: Uint8Array): boolean {
  const nuls = nulsIn(bytes);
  return (
    nuls <= bytes.length * MOST_NULS &&
    nuls === controlsIn(bytes) &&
    (bytes.includes(10) || bytes.includes(13))
  );
}

/** A text without the byte order mark that `TextDecoder` keeps, and with a sign in place of each NUL, which no page can show. */
const shown = (text: string): string => text.replace(/^\uFEFF/, '').replaceAll('\0', '␀');

/** Characters that texts do not have: all but those of spaces and lines, the backspace, the end of a DOS file, and escape codes. */
function controlsIn(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes)
    if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1a && byte !== 0x1b) count++;
  return count;
}

/** Whether bytes are UTF-16 of letters, digits and spaces of few blocks of Unicode: numbers of 16 bits have control characters among them. */
function isWideText(bytes: Uint8Array, order: 'utf-16le' | 'utf-16be'): boolean {
  let text: string;
  try {
    text = new TextDecoder(order, { fatal: true }).decode(bytes, { stream: bytes.length === JUDGED });
  } catch {
    return false;
  }
  const characters = Array.from(text);
  const blocks = new Set(characters.map((character) => character.charCodeAt(0) >> 8));
  const plain = text.match(/[\p{L}\p{M}\p{N}\p{P}\p{S}\s]/gu)?.length ?? 0;
  return (
    text.length > 1 &&
    (blocks.size <= MOST_BLOCKS || (text.match(/[\w\s<>,;]/g)?.length ?? 0) >= text.length * MOSTLY) &&
    blocks.has(0) &&
    plain >= characters.length * (1 - MOST_CONTROLS)
  );
}
