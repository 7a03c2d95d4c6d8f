import { cut } from '../source/cut.ts';

/** A header of FITS: cards of 80 characters, in blocks of 2,880 bytes. */
export interface FitsHeader {
  /** The text of a card's value; empty if there is none. */
  text: (name: string) => string;
  number: (name: string) => number | null;
  /** Cards that are no comments, and none of the layout. */
  cards: [name: string, value: string][];
  /** Where the data begin. */
  end: number;
}

const [CARD, BLOCK] = [80, 2_880];
const MAX_CARDS = 20_000;
const LAYOUT = /^(SIMPLE|XTENSION|BITPIX|NAXIS\d*|PCOUNT|GCOUNT|EXTEND|TFIELDS|T(FORM|TYPE|BCOL)\d+|END)$/;

/** Reads the header that begins at a place. Throws a `RangeError` if it does not end. */
export function fitsHeader(bytes: Uint8Array, start: number): FitsHeader {
  const values = new Map<string, string>();
  const decoder = new TextDecoder('latin1');
  let last = '';
  for (let count = 0; count < MAX_CARDS; count++) {
    const at = start + count * CARD;
    if (at + CARD > bytes.length) break;
    const card = decoder.decode(bytes.subarray(at, at + CARD));
    const name = card.slice(0, 8).trimEnd();
    if (name === 'END') {
      const length = BLOCK * Math.ceil(((count + 1) * CARD) / BLOCK);
      return headerOf(values, start + length);
    }
    if (name === 'CONTINUE' && last !== '') {
      values.set(last, `${(values.get(last) ?? '').replace(/&$/, '')}${valueIn(card.slice(8))}`);
      continue;
    }
    const long = /^HIERARCH ([^=]{1,70})=/.exec(card);
    if (!long && card.slice(8, 10) !== '= ') continue;
    last = long?.[1]?.trim() ?? name;
    if (!values.has(last)) values.set(last, valueIn(long ? card.slice(long[0].length) : card.slice(10)));
  }
  throw new RangeError('The header does not end');
}

function headerOf(values: ReadonlyMap<string, string>, end: number): FitsHeader {
  const text = (name: string) => values.get(name) ?? '';
  return {
    text,
    number(name) {
      // Fortran writes D for the exponent of numbers of 64 bits.
      const written = text(name).replace(/D/i, 'e');
      return written === '' || !Number.isFinite(Number(written)) ? null : Number(written);
    },
    cards: [...values].filter(([name]) => !LAYOUT.test(name)).map(([name, value]) => [cut(name), cut(value)]),
    end,
  };
}

/** A text stands in quotes, in which two are one; a comment follows a stroke. */
function valueIn(written: string): string {
  const quoted = /^ *'((?:[^']|'')*)'/.exec(written);
  if (quoted) return (quoted[1] ?? '').replaceAll("''", "'").trimEnd();
  return (written.split('/')[0] ?? '').trim();
}
