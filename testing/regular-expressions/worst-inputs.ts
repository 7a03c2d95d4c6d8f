/** What an expression is made of, as texts that match its parts. */
interface Parts {
  /** Characters of each literal and each class, and words of several literals. */
  pieces: string[];
  /** A character of each part, one after another: about what the expression matches. */
  whole: string;
}

/** Builds a text of about `length` characters. */
export type InputBuilder = (length: number) => string;

/** Ends most matches: no expression asks for it. */
const OTHER = '\u0001';
const CANDIDATES = [
  ...'a0 \n-_AfZ9"<.,:/+(xX\t\0é\u0300あ漢한اאअก\u{1f600}\u200b\u{1f3f4}\u{e0061}\u{e007f}\ufe0f',
];
/** Beginnings of groups, quantifiers and anchors, which match no character, beside what looks like them. */
const STRUCTURE =
  /(\\[bB]|\(\?(?:<?[=!:]|<\w+>)|\{\d*,?\d*\}|[()|*+?^$])|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]/gu;
const ATOM = /\\[pPu]\{[^}]*\}|\\x[\da-f]{2}|\\u[\da-f]{4}|\\.|\[(?:\\.|[^\]\\])*\]|[^\\[\]]/giu;
const BREAK = '\u{f0000}';
const SAMPLES = 3;
const MAX_PIECES = 24;
const MAX_HEADS = 8;

function partsOf({ source, flags }: RegExp): Parts {
  const atoms = source.replace(STRUCTURE, (part, structure) => (structure ? BREAK : part)).match(ATOM) ?? [];
  const words: string[] = [];
  const pieces: string[] = [];
  let word = '';
  let whole = '';
  for (const atom of [...atoms, BREAK]) {
    const samples = atom === BREAK ? [] : samplesOf(atom, flags);
    if (samples.length === 1) word += samples[0];
    else {
      if (word.length > 1) words.push(word);
      word = '';
    }
    pieces.push(...samples.slice(0, SAMPLES));
    whole += samples[0] ?? '';
  }
  return { pieces: [...new Set([...words, ...pieces])].slice(0, MAX_PIECES), whole };
}

/** Characters that match one literal, escape or class: its first one, then those of `CANDIDATES`. */
function samplesOf(atom: string, flags: string): string[] {
  try {
    const test = new RegExp(`^(?:${atom})$`, flags.replace(/[gy]/g, ''));
    const own = [...atom].find((character) => test.test(character)) ?? [];
    return [...new Set([...own, ...CANDIDATES.filter((character) => test.test(character))])];
  } catch {
    return [];
  }
}

/**
 * Texts that make an expression backtrack: each of its parts repeated, after its beginnings and before each of its
 * parts; if `withPairs`, also each two of its parts.
 */
export function worstInputs(expression: RegExp, withPairs: boolean): InputBuilder[] {
  const { pieces, whole } = partsOf(expression);
  const repeated = (head: string, pump: string, tail: string) => (length: number) =>
    head + pump.repeat(Math.ceil(length / pump.length)) + tail;
  const starts = [...whole].map((_, at, all) => all.slice(0, at + 1).join(''));
  const step = Math.ceil(starts.length / MAX_HEADS);
  const heads = starts.filter((_, at) => at % step === 0 || at === starts.length - 2);
  const pairs = withPairs ? pieces.flatMap((one) => pieces.map((other) => one + other)) : [];
  return [
    ...[...pieces, ...pairs, ...heads].map((pump) => repeated(OTHER, pump, OTHER)),
    ...pieces.flatMap((pump) => [...pieces, ''].map((tail) => repeated('', pump, tail))),
    ...heads.flatMap((head) => pieces.map((pump) => repeated(head, pump, OTHER))),
  ];
}
