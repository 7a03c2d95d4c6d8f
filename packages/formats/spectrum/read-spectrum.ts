import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { decodedText } from '../text/decoded-text.ts';
import { readOrdinates, readPairs } from './asdf.ts';

export interface Spectrum {
  title: string;
  /** E.g. `INFRARED SPECTRUM`. */
  dataType: string;
  /** What a page of several is, e.g. `R`. */
  page: string | null;
  xUnits: string;
  yUnits: string;
  /** Peaks are sticks, not points of a curve. */
  isPeaks: boolean;
  x: Float64Array<ArrayBuffer>;
  /** `NaN` where nothing was measured. */
  y: Float64Array<ArrayBuffer>;
  /** How many points the file says that it has. */
  claimed: number | null;
}

export interface SpectrumFile {
  version: string;
  facts: [term: string, value: string][];
  /** The first spectra. */
  spectra: Spectrum[];
  /** How many there are. */
  count: number;
}

const MAX_BYTES = 50_000_000;
const MAX_SPECTRA = 50;
const MAX_POINTS = 1_000_000;
const MAX_ALL_POINTS = 4_000_000;
const MAX_TEXT = 200;
const FACTS: readonly [label: string, term: string][] = [
  ['DATE', 'Date'],
  ['LONGDATE', 'Date'],
  ['INSTRUMENTPARAMETERS', 'Instrument'],
  ['SPECTROMETERDATASYSTEM', 'Instrument'],
  ['STATE', 'State'],
  ['MOLFORM', 'Formula'],
  ['CASREGISTRYNO', 'CAS number'],
  ['.OBSERVENUCLEUS', 'Nucleus'],
  ['.OBSERVEFREQUENCY', 'Frequency (MHz)'],
  ['.SOLVENTNAME', 'Solvent'],
];

interface Entry {
  /** Without spaces, hyphens, slashes and underscores, in capitals. */
  label: string;
  lines: string[];
}

/** Reads the spectra of a JCAMP-DX file: curves, compressed or not, peaks, and pages of several curves (versions 4.24 to 6). */
export async function readSpectrum(body: Blob): Promise<SpectrumFile> {
  const text = await decodedText(body.slice(0, MAX_BYTES));
  const entries = [...entriesOf(text)];
  if (!entries.some(({ label }) => label.startsWith('JCAMP') || TABLES.has(label)))
    throw new UnreadableFileError('This is not a JCAMP-DX file.');
  const [spectra, facts]: [Spectrum[], [string, string][]] = [[], []];
  let [block, version, count, points]: [Block, string, number, number] = [new Block(), '', 0, 0];
  for (const { label, lines } of entries) {
    const value = (lines[0] ?? '').trim().slice(0, MAX_TEXT);
    if (label === 'TITLE') block = new Block();
    block.set(label, value);
    if (label === 'JCAMPDX') version ||= value;
    const term = FACTS.find(([known]) => known === label)?.[1];
    if (term && value && !facts.some(([known]) => known === term)) facts.push([term, value]);
    if (!TABLES.has(label)) continue;
    count += 1;
    if (spectra.length >= MAX_SPECTRA || points >= MAX_ALL_POINTS) continue;
    const spectrum = block.spectrum(label, lines);
    points += spectrum.x.length;
    spectra.push(spectrum);
  }
  if (count === 0) throw new UnreadableFileError('This JCAMP-DX file has no spectrum that can be drawn.');
  return { version, facts, spectra, count };
}

const TABLES = new Set(['XYDATA', 'XYPOINTS', 'PEAKTABLE', 'PEAKASSIGNMENTS', 'DATATABLE']);

/** Labels with what follows them, to the next one. What follows `$$` is a comment. */
function* entriesOf(text: string): Generator<Entry> {
  let entry: Entry | null = null;
  for (const raw of text.split(/\r\n?|\n/)) {
    const line = raw.replace(/\$\$.*$/, '');
    const [, label, rest = ''] = /^\s*##([^=]*)=(.*)$/.exec(line) ?? [];
    if (label === undefined) {
      if (line.trim() !== '') entry?.lines.push(line);
      continue;
    }
    if (entry) yield entry;
    entry = { label: label.replace(/[\s\-/_]/g, '').toUpperCase(), lines: [rest] };
  }
  if (entry) yield entry;
}

/** What a block says of its spectra before their numbers come. */
class Block {
  readonly #values = new Map<string, string>();

  set(label: string, value: string): void {
    this.#values.set(label, value);
  }

  #text(label: string): string {
    return this.#values.get(label) ?? '';
  }

  #number(label: string): number | null {
    return numberOf(this.#text(label));
  }

  /** What the block says of one of the quantities of its pages, by its symbol. */
  #ofSymbol(label: string, symbol: string): string {
    const symbols = this.#text('SYMBOL')
      .split(',')
      .map((one) => one.trim().toUpperCase());
    return (this.#text(label).split(',')[symbols.indexOf(symbol)] ?? '').trim();
  }

  spectrum(label: string, lines: readonly string[]): Spectrum {
    const form = lines[0] ?? '';
    const isPages = label === 'DATATABLE';
    const symbol = /\+\+\(([A-Z])\.\./i.exec(form)?.[1]?.toUpperCase() ?? 'Y';
    const [x, y] = isPages ? ['X', symbol] : ['', ''];
    const tell = (plain: string, paged: string, of: string) =>
      isPages ? this.#ofSymbol(paged, of) : this.#text(plain);
    const [xFactor, yFactor] = [
      numberOf(tell('XFACTOR', 'FACTOR', x)) ?? 1,
      numberOf(tell('YFACTOR', 'FACTOR', y)) ?? 1,
    ];
    const claimed = numberOf(tell('NPOINTS', 'VARDIM', isPages ? y : ''));
    const about = {
      title: this.#text('TITLE'),
      dataType: this.#text('DATATYPE') || this.#text('DATACLASS'),
      page: isPages
        ? [this.#text('PAGE'), this.#ofSymbol('VARNAME', y) || symbol].filter(Boolean).join(', ')
        : null,
      xUnits: tell('XUNITS', 'UNITS', x),
      yUnits: tell('YUNITS', 'UNITS', y),
      claimed,
    };
    if (/\+\+/.test(form)) {
      const ordinates = readOrdinates(lines.slice(1), MAX_POINTS);
      const abscissas = this.#abscissas(ordinates.length, claimed, {
        first: numberOf(tell('FIRSTX', 'FIRST', x)),
        last: numberOf(tell('LASTX', 'LAST', x)),
        step: this.#number('DELTAX'),
        written: (numberOf(/[+-]?[\d.]+(?:E[+-]?\d+)?/i.exec(lines[1] ?? '')?.[0] ?? '') ?? 0) * xFactor,
      });
      return { ...about, isPeaks: false, x: abscissas, y: ordinates.map((value) => value * yFactor) };
    }
    const perGroup = /\(X\s*Y\s*[A-Z]/i.test(form) ? 3 : 2;
    const pairs = readPairs(lines.slice(1), MAX_POINTS, perGroup);
    return {
      ...about,
      isPeaks: label.startsWith('PEAK') || /PEAKS/i.test(form),
      x: Float64Array.from(pairs, ([one]) => one * xFactor),
      y: Float64Array.from(pairs, ([, one]) => one * yFactor),
    };
  }

  /** Abscissas are equally far from one another, from the first to the last one. */
  #abscissas(
    length: number,
    claimed: number | null,
    {
      first,
      last,
      step,
      written,
    }: { first: number | null; last: number | null; step: number | null; written: number },
  ): Float64Array<ArrayBuffer> {
    const start = first ?? written;
    const points = claimed !== null && claimed > 1 ? claimed : length;
    const each = last !== null && points > 1 ? (last - start) / (points - 1) : (step ?? 1);
    return Float64Array.from({ length }, (_, index) => start + index * each);
  }
}

function numberOf(text: string): number | null {
  const value = Number(text.trim());
  return text.trim() !== '' && Number.isFinite(value) ? value : null;
}
