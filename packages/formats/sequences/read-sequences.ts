import { cut } from '../source/cut.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';

export interface SequenceRecord {
  name: string;
  length: number;
  /** Share of G and C among unambiguous bases; `null` for proteins and for records without such bases. */
  gc: number | null;
  /** Mean Phred quality (FASTQ, offset 33). */
  quality: number | null;
  /** The beginning of the sequence. */
  start: string;
}

export interface SequenceSummary {
  format: 'FASTA' | 'FASTQ';
  count: number;
  residues: number;
  shortest: number;
  longest: number;
  gc: number | null;
  quality: number | null;
  /** Whether the last record of a FASTQ file has fewer quality values than bases: it is cut. */
  isIncomplete: boolean;
  /** The first records. */
  records: SequenceRecord[];
}

export const MAX_RECORDS = 200;
export const MAX_START = 3_000;
const MAX_NAME = 300;
const CHUNK_BYTES = 1024 * 1024;

const codeOf = (character: string) => character.charCodeAt(0);
const NEWLINE = codeOf('\n');
const RETURN = codeOf('\r');
const SPACE = codeOf(' ');
const TAB = codeOf('\t');
const MORE = codeOf('>');
const SEMICOLON = codeOf(';');
const AT = codeOf('@');
const PLUS = codeOf('+');
const TILDE = codeOf('~');
const STAR = codeOf('*');
const BYTE_ORDER_MARK = new Set([0xef, 0xbb, 0xbf]);
/**
 * Classes of bytes: 1 = G or C; 2 = A, T or U; 3 = unknown base or gap; 4 = only in proteins; codes of several bases: 5 = S, 6 = W,
 * 7 = others.
 */
const CLASSES = new Uint8Array(256).fill(4);
for (const [letters, value] of [
  ['GC', 1],
  ['ATU', 2],
  ['NX-.', 3],
  ['S', 5],
  ['W', 6],
  ['RYKMBDHV', 7],
] as const) {
  for (const letter of letters + letters.toLowerCase()) CLASSES[codeOf(letter)] = value;
}

/** Counters of one record or of the whole file. */
class Tally {
  length = 0;
  #strong = 0;
  #weak = 0;
  #ambiguous = 0;
  #hasAminoAcids = false;
  #qualities = 0;
  #qualitySum = 0;

  addResidue(byte: number): void {
    this.length++;
    const value = CLASSES[byte] ?? 4;
    if (value === 1 || value === 5) this.#strong++;
    else if (value === 2 || value === 6) this.#weak++;
    else if (value === 4 && byte !== STAR) this.#hasAminoAcids = true;
    if (value > 4) this.#ambiguous++;
  }

  addQuality(byte: number): void {
    this.#qualities++;
    this.#qualitySum += byte - 33;
  }

  add(other: Tally): void {
    this.length += other.length;
    this.#strong += other.#strong;
    this.#weak += other.#weak;
    this.#ambiguous += other.#ambiguous;
    this.#hasAminoAcids ||= other.isProtein;
    this.#qualities += other.#qualities;
    this.#qualitySum += other.#qualitySum;
  }

  get qualities(): number {
    return this.#qualities;
  }

  /**
   * Whether the residues are amino acids. Most of their letters are codes of bases too, so a sequence in which more than a third stands for
   * several bases is one of amino acids: primers have fewer.
   */
  get isProtein(): boolean {
    return this.#hasAminoAcids || 3 * this.#ambiguous > this.length;
  }

  get gc(): number | null {
    const bases = this.#strong + this.#weak;
    return this.isProtein || bases === 0 ? null : this.#strong / bases;
  }

  get quality(): number | null {
    return this.#qualities === 0 ? null : this.#qualitySum / this.#qualities;
  }
}

/**
 * Reads FASTA and FASTQ byte by byte, so that neither a file without line breaks nor one of empty records needs more
 * memory than the records that are kept. Counts the whole file.
 */
export async function readSequences(body: Blob): Promise<SequenceSummary> {
  const reader = new SequenceReader();
  for (let at = 0; at < body.size; at += CHUNK_BYTES) {
    reader.read(new Uint8Array(await body.slice(at, at + CHUNK_BYTES).arrayBuffer()));
  }
  return reader.finish();
}

type Part = 'before' | 'name' | 'sequence' | 'comment' | 'plus' | 'quality';

class SequenceReader {
  readonly #total = new Tally();
  readonly #records: SequenceRecord[] = [];
  #format: 'FASTA' | 'FASTQ' | null = null;
  #part: Part = 'before';
  #isLineStart = true;
  #count = 0;
  #shortest = Number.POSITIVE_INFINITY;
  #longest = 0;
  #tally = new Tally();
  #name: number[] = [];
  #start: number[] = [];

  read(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte === NEWLINE || byte === RETURN) {
        this.#endLine();
        continue;
      }
      const isFirst = this.#isLineStart;
      this.#isLineStart = false;
      this.#take(byte, isFirst);
    }
  }

  finish(): SequenceSummary {
    const isIncomplete = this.#format === 'FASTQ' && this.#tally.qualities < this.#tally.length;
    this.#endRecord();
    if (!this.#format) throw new UnreadableFileError('This is not FASTA or FASTQ: it is empty.');
    return {
      format: this.#format,
      count: this.#count,
      residues: this.#total.length,
      shortest: this.#count === 0 ? 0 : this.#shortest,
      longest: this.#longest,
      gc: this.#total.gc,
      quality: this.#total.quality,
      isIncomplete,
      // A short peptide may look like bases; the others of its file tell.
      records: this.#total.isProtein
        ? this.#records.map((record) => ({ ...record, gc: null }))
        : this.#records,
    };
  }

  #endLine(): void {
    this.#isLineStart = true;
    if (this.#part === 'name') this.#part = 'sequence';
    else if (this.#part === 'comment') this.#part = this.#count === 0 ? 'before' : 'sequence';
    else if (this.#part === 'plus') this.#part = 'quality';
  }

  #take(byte: number, isFirst: boolean): void {
    switch (this.#part) {
      case 'before':
        this.#takeFirst(byte);
        break;
      case 'name':
        if (this.#name.length <= MAX_NAME) this.#name.push(byte);
        break;
      case 'sequence':
        this.#takeResidue(byte, isFirst);
        break;
      case 'quality':
        this.#takeQuality(byte, isFirst);
        break;
      case 'comment':
      case 'plus':
    }
  }

  #takeFirst(byte: number): void {
    if (byte === SPACE || byte === TAB || BYTE_ORDER_MARK.has(byte)) return;
    if (byte === SEMICOLON) this.#part = 'comment';
    else if (byte === MORE) this.#begin('FASTA');
    else if (byte === AT) this.#begin('FASTQ');
    else {
      throw new UnreadableFileError('This is not FASTA or FASTQ: it does not begin with ">" or "@".');
    }
  }

  #takeResidue(byte: number, isFirst: boolean): void {
    if (isFirst && byte === MORE && this.#format === 'FASTA') {
      this.#begin('FASTA');
      return;
    }
    if (isFirst && byte === SEMICOLON && this.#format === 'FASTA') {
      this.#part = 'comment';
      return;
    }
    if (isFirst && byte === PLUS && this.#format === 'FASTQ') {
      this.#part = 'plus';
      return;
    }
    if (byte === SPACE || byte === TAB) return;
    this.#tally.addResidue(byte);
    if (this.#start.length < MAX_START) this.#start.push(byte);
  }

  /** A quality line may begin with "@", so only the number of its characters tells where a record ends. */
  #takeQuality(byte: number, isFirst: boolean): void {
    if (this.#tally.qualities < this.#tally.length) {
      // Qualities are written as the characters from ! to ~.
      if (byte <= SPACE || byte > TILDE)
        throw new UnreadableFileError(
          `Record ${this.#count.toLocaleString('en')} has a character among its quality values that is none.`,
        );
      this.#tally.addQuality(byte);
    } else if (isFirst && byte === AT) this.#begin('FASTQ');
    else {
      const record = `Record ${this.#count.toLocaleString('en')}`;
      throw new UnreadableFileError(`${record} has more quality values than bases.`);
    }
  }

  #begin(format: 'FASTA' | 'FASTQ'): void {
    this.#endRecord();
    this.#format = format;
    this.#count++;
    this.#part = 'name';
  }

  #endRecord(): void {
    if (this.#count > 0) {
      const { length, gc, quality } = this.#tally;
      this.#total.add(this.#tally);
      this.#shortest = Math.min(this.#shortest, length);
      this.#longest = Math.max(this.#longest, length);
      if (this.#records.length < MAX_RECORDS) {
        const text = (bytes: number[]) => new TextDecoder().decode(Uint8Array.from(bytes));
        this.#records.push({
          name: cut(text(this.#name).trim(), MAX_NAME),
          length,
          gc,
          quality,
          start: text(this.#start),
        });
      }
    }
    this.#tally = new Tally();
    this.#name = [];
    this.#start = [];
  }
}
