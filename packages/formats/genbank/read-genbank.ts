import { cut } from '../source/cut.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { decodedText } from '../text/decoded-text.ts';

export interface Feature {
  type: string;
  /** From its label, gene, product or note; else its type. */
  name: string;
  location: string;
  /** First and last base, from 1, within the sequence; `null` if the location has no place in it. */
  span: { start: number; end: number } | null;
  isReverse: boolean;
}

export interface GenbankRecord {
  name: string;
  definition: string;
  organism: string;
  length: number;
  /** Length that the first line claims, if the sequence has another. */
  claimedLength: number | null;
  isCircular: boolean;
  /** Whether the sequence is of amino acids: it has neither strands nor a GC content. */
  isProtein: boolean;
  /** Share of G and C among unambiguous bases; `null` for proteins and for records without such bases. */
  gc: number | null;
  /** The first features. */
  features: Feature[];
  featureCount: number;
  /** Number of records in the file. Only the first is read. */
  records: number;
}

export const MAX_FEATURES = 1_000;
const MAX_TEXT = 300;
const NAMING = ['label', 'gene', 'product', 'locus_tag', 'note'];

/** Reads the first record of a GenBank flat file, line by line. Lines may be damaged; numbers are not trusted. */
export async function readGenbank(body: Blob): Promise<GenbankRecord> {
  return parseGenbank(await decodedText(body));
}

export function parseGenbank(text: string): GenbankRecord {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const first = lines.findIndex((line) => line.startsWith('LOCUS'));
  if (first === -1) throw new UnreadableFileError('This is not GenBank: it has no LOCUS line.');
  const after = lines.slice(first);
  const end = after.findIndex((line) => line.startsWith('//'));
  const record = end === -1 ? after : after.slice(0, end);
  const locus = record[0] ?? '';
  const [, claimedText = '0', unit] = /\s(\d{1,12}) (bp|aa|rc)\b/.exec(locus) ?? [];
  const claimed = Number(claimedText);
  if (unit === 'rc')
    throw new UnreadableFileError(
      `This is the master record of ${claimed.toLocaleString('en')} other records, and has no sequence.`,
    );
  const { length: bases, hasAminoAcids, gc } = measure(sectionOf(record, 'ORIGIN').slice(1));
  const isProtein = unit === 'aa' || hasAminoAcids;
  const length = bases || claimed;
  const read = readFeatures(sectionOf(record, 'FEATURES').slice(1), length);
  return {
    name: cut(locus.split(/\s+/)[1] ?? '', MAX_TEXT),
    definition: textOf(sectionOf(record, 'DEFINITION')),
    organism: cut(record.find((line) => line.startsWith('  ORGANISM'))?.slice(12) ?? '', MAX_TEXT),
    length,
    claimedLength: bases > 0 && claimed !== bases ? claimed : null,
    isCircular: /\bcircular\b/i.test(locus),
    isProtein,
    gc: isProtein ? null : gc,
    ...read,
    records: after.filter((line) => line.startsWith('LOCUS')).length,
  };
}

/** The lines of a section, which ends where a line begins at the margin. */
function sectionOf(lines: readonly string[], name: string): string[] {
  const start = lines.findIndex((line) => line.startsWith(name));
  if (start === -1) return [];
  const length = lines.slice(start + 1).findIndex((line) => /^\S/.test(line));
  return lines.slice(start, length === -1 ? undefined : start + 1 + length);
}

const textOf = (lines: readonly string[]) =>
  cut(
    lines
      .slice(0, 10)
      .map((line) => line.slice(12).trim())
      .join(' '),
    MAX_TEXT,
  );

/** Letters that stand for amino acids, but for no base (IUPAC). */
const AMINO_ACID = /[efijlopqz]/i;

function measure(lines: readonly string[]) {
  let [length, strong, weak] = [0, 0, 0];
  const hasAminoAcids = lines.some((line) => AMINO_ACID.test(line));
  for (const line of lines) {
    for (const character of line) {
      if (!/[a-z]/i.test(character)) continue;
      length++;
      if (/[gcs]/i.test(character)) strong++;
      else if (/[atuw]/i.test(character)) weak++;
    }
  }
  return { length, hasAminoAcids, gc: strong + weak === 0 ? null : strong / (strong + weak) };
}

/** Features begin in column 6, their locations and qualifiers in column 22. */
function readFeatures(lines: readonly string[], length: number) {
  const features: Feature[] = [];
  let featureCount = 0;
  let type = '';
  let location = '';
  let qualifiers = new Map<string, string>();
  let qualifier = '';
  const finish = () => {
    if (type === '') return;
    featureCount++;
    if (features.length < MAX_FEATURES) features.push(featureOf(type, location, qualifiers, length));
  };
  for (const line of lines) {
    const start = /^ {1,10}(\S{1,40})\s+(\S.*)$/.exec(line);
    const content = line.trim();
    if (start) {
      finish();
      type = start[1] ?? '';
      location = (start[2] ?? '').slice(0, 10 * MAX_TEXT);
      qualifiers = new Map();
      qualifier = '';
    } else if (content.startsWith('/')) {
      const [, key = '', value = ''] = /^\/(\w{1,40})(?:="?(.*?)"?)?$/.exec(content.slice(0, MAX_TEXT)) ?? [];
      qualifier = key;
      if (key !== '' && !qualifiers.has(key)) qualifiers.set(key, value);
    } else if (qualifier !== '') {
      const before = qualifiers.get(qualifier) ?? '';
      if (before.length < MAX_TEXT) qualifiers.set(qualifier, `${before} ${content.replace(/"$/, '')}`);
    } else if (location.length < 10 * MAX_TEXT) location += content;
  }
  finish();
  return { features, featureCount };
}

function featureOf(
  type: string,
  location: string,
  qualifiers: ReadonlyMap<string, string>,
  length: number,
): Feature {
  const named = NAMING.map((key) => qualifiers.get(key)?.trim()).find((value) => value);
  return {
    type,
    name: cut(named ?? type, 100),
    location: cut(location, MAX_TEXT),
    span: spanOf(location, length),
    isReverse: location.startsWith('complement('),
  };
}

/** From the first to the last base that a location names. References to other records have no place. */
function spanOf(location: string, length: number): Feature['span'] {
  if (location.includes(':')) return null;
  const numbers = [...location.matchAll(/\d{1,15}/g)].map(([text]) => Number(text));
  if (numbers.length === 0 || numbers.some((number) => number < 1 || number > length)) return null;
  // A feature across the origin of a circle is joined from the end and the beginning.
  const across = /^(?:complement\()?join\([<>]?(\d{1,15})\.\.[<>]?(\d{1,15}),1\.\.[<>]?(\d{1,15})\)+$/.exec(
    location,
  );
  if (across && Number(across[2]) === length) return { start: Number(across[1]), end: Number(across[3]) };
  return {
    start: numbers.reduce((least, number) => Math.min(least, number)),
    end: numbers.reduce((most, number) => Math.max(most, number)),
  };
}
