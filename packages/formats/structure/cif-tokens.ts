interface CifToken {
  text: string;
  /** Quoted text is a value, also if it looks like a name. */
  isQuoted: boolean;
}

const MAX_VALUE = 10_000;

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13) || Number.isNaN(code);

/** Names and values of CIF 1.1, one after another. Reads each character a fixed number of times. */
function* cifTokens(text: string): Generator<CifToken> {
  const word = /\S+/y;
  // Up to these places there is no end of a quotation, so that none is looked for again.
  const searched = { "'": 0, '"': 0, ';': 0 };
  for (let at = 0; at < text.length; ) {
    const first = text.charAt(at);
    if (isSpace(text.charCodeAt(at))) at++;
    else if (first === '#') at = endOfLine(text, at);
    else {
      const isField = first === ';' && (at === 0 || text.charAt(at - 1) === '\n');
      if ((isField || first === "'" || first === '"') && at >= searched[first as ';']) {
        const end = isField ? text.indexOf('\n;', at) : endOfQuote(text, at);
        if (end !== -1) {
          yield { text: text.slice(at + 1, Math.min(end, at + MAX_VALUE)).trim(), isQuoted: true };
          at = end + (isField ? 2 : 1);
          continue;
        }
        searched[first as ';'] = isField ? text.length : endOfLine(text, at);
      }
      word.lastIndex = at;
      const end = at + (word.exec(text)?.[0].length ?? 1);
      yield { text: text.slice(at, Math.min(end, at + MAX_VALUE)), isQuoted: false };
      at = end;
    }
  }
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

/** A quotation ends with its mark before a space, on the same line. */
function endOfQuote(text: string, start: number): number {
  const mark = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) return -1;
    if (code === mark && isSpace(text.charCodeAt(at + 1))) return at;
  }
  return -1;
}

/** The value of a name in lower case, with `_` for the point of mmCIF, e.g. `_atom_site_cartn_x`. Empty if unknown. */
export type CifRow = (name: string) => string;
/** `names` has the names of the row. */
export type OnCifRow = (names: ReadonlyMap<string, number>, row: CifRow) => void;

/**
 * Reads the first data block, or what has none. Calls `onRow` for each row of a loop, and for single values of one category together.
 */
export function readCifRows(text: string, onRow: OnCifRow): void {
  const reader = new CifReader(onRow);
  for (const token of cifTokens(text)) {
    if (reader.blocks > 1) break;
    reader.take(token);
  }
  reader.end();
}

class CifReader {
  blocks = 0;
  readonly #onRow: OnCifRow;
  #isLoop = false;
  #category = '';
  #names: string[] = [];
  #values: string[] = [];
  #places: ReadonlyMap<string, number> | null = null;

  constructor(onRow: OnCifRow) {
    this.#onRow = onRow;
  }

  take({ text, isQuoted }: CifToken): void {
    const word = isQuoted ? '' : text.toLowerCase();
    if (word.startsWith('data_')) {
      this.end();
      this.blocks++;
    } else if (word === 'loop_') {
      this.end();
      this.#isLoop = true;
    } else if (word.startsWith('_')) this.#takeName(word);
    else if (this.#names.length > 0) this.#takeValue(text);
  }

  /** A loop or the single values of a category are complete. */
  end(): void {
    if (!this.#isLoop && this.#values.length > 0) this.#emit();
    this.#isLoop = false;
    this.#names = [];
    this.#values = [];
    this.#places = null;
  }

  #takeName(word: string): void {
    const category = word.split('.')[0] ?? '';
    const isCore = !word.includes('.');
    // A name after values ends a loop; one of another category ends single values.
    if (this.#isLoop ? this.#places !== null : category !== this.#category && !isCore) this.end();
    this.#category = category;
    this.#names.push(word.replace('.', '_'));
  }

  #takeValue(text: string): void {
    if (this.#isLoop) this.#places ??= new Map(this.#names.map((name, place) => [name, place]));
    // Without a name of its own, a single value is damage.
    if (!this.#isLoop && this.#values.length >= this.#names.length) return;
    this.#values.push(text);
    if (this.#isLoop && this.#values.length === this.#names.length) {
      this.#emit();
      this.#values = [];
    }
  }

  #emit(): void {
    const places = this.#places ?? new Map(this.#names.map((name, place) => [name, place]));
    const values = this.#values;
    this.#onRow(places, (name) => {
      const value = values[places.get(name) ?? -1] ?? '';
      return value === '?' || value === '.' ? '' : value;
    });
  }
}
