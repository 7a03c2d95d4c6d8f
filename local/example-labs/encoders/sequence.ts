import type { Random } from './random.ts';
import { range } from './text.ts';

/** The amino acids by letter: their name of three letters, and the codon that *E. coli* uses most. */
export const aminoAcids: Readonly<Record<string, readonly [name: string, codon: string]>> = {
  A: ['ALA', 'GCG'],
  R: ['ARG', 'CGT'],
  N: ['ASN', 'AAC'],
  D: ['ASP', 'GAT'],
  C: ['CYS', 'TGC'],
  Q: ['GLN', 'CAG'],
  E: ['GLU', 'GAA'],
  G: ['GLY', 'GGC'],
  H: ['HIS', 'CAT'],
  I: ['ILE', 'ATT'],
  L: ['LEU', 'CTG'],
  K: ['LYS', 'AAA'],
  M: ['MET', 'ATG'],
  F: ['PHE', 'TTT'],
  P: ['PRO', 'CCG'],
  S: ['SER', 'AGC'],
  T: ['THR', 'ACC'],
  W: ['TRP', 'TGG'],
  Y: ['TYR', 'TAT'],
  V: ['VAL', 'GTG'],
};
const letters = new Map(Object.entries(aminoAcids).map(([letter, [, codon]]) => [codon, letter]));

/** DNA that codes for a protein, with a stop codon. */
export const reverseTranslated = (protein: string): string =>
  `${[...protein].map((letter) => aminoAcids[letter]?.[1] ?? '').join('')}TAA`;

/** The protein that a coding sequence of `reverseTranslated` stands for. */
export const translated = (dna: string): string =>
  (dna.match(/.{3}/g) ?? []).map((codon) => letters.get(codon) ?? '').join('');

export function reverseComplement(dna: string): string {
  const pairs: Readonly<Record<string, string>> = { A: 'T', C: 'G', G: 'C', T: 'A' };
  return [...dna]
    .reverse()
    .map((base) => pairs[base])
    .join('');
}

export const randomDna = (random: Random, length: number): string =>
  range(length)
    .map(() => random.pick('ACGT'))
    .join('');

/** A protein with a start, in proportions of amino acids that are usual for enzymes. */
export const randomProtein = (random: Random, length: number): string =>
  `M${range(length - 1)
    .map(() => random.pick('AAAAARRNNNDDDCQQEEEGGGGGHIIIILLLLLLKKKMFFFPPPSSSSSTTTTWYYYVVVVV'))
    .join('')}`;

/** Melting temperature of a primer in °C: 64.9 + 41 (G + C − 16.4) / length, for primers longer than 13 bases. */
export function primerMeltingPoint(primer: string): number {
  const strong = [...primer].filter((base) => base === 'G' || base === 'C').length;
  return 64.9 + (41 * (strong - 16.4)) / primer.length;
}

interface Feature {
  type: 'CDS' | 'promoter' | 'terminator' | 'rep_origin' | 'primer_bind' | 'misc_feature' | 'RBS';
  /** Counted from 1, both included. */
  from: number;
  to: number;
  isReverse?: boolean;
  label: string;
  /** The protein of a CDS. */
  translation?: string;
}

/** Joins named parts to a sequence, and lists where each one is. */
export function assembled(parts: readonly (Omit<Feature, 'from' | 'to'> & { dna: string })[]): {
  dna: string;
  features: Feature[];
} {
  let dna = '';
  const features = parts.map(({ dna: part, ...feature }) => {
    const from = dna.length + 1;
    dna += part;
    return { ...feature, from, to: dna.length };
  });
  return { dna, features };
}

interface Plasmid {
  name: string;
  definition: string;
  dna: string;
  features: readonly Feature[];
}

/** A circular plasmid as a GenBank flat file. */
export function encodeGenBank({ name, definition, dna, features }: Plasmid): string {
  const place = ({ from, to, isReverse }: Feature) =>
    isReverse ? `complement(${from}..${to})` : `${from}..${to}`;
  const qualifier = (key: string, value: string) => {
    const lines = `/${key}="${value}"`.match(/.{1,58}/g) ?? [];
    return lines.map((line) => `${' '.repeat(21)}${line}\n`).join('');
  };
  const table = features.map(
    (feature) =>
      `     ${feature.type.padEnd(16)}${place(feature)}\n${qualifier('label', feature.label)}${
        feature.translation ? qualifier('translation', feature.translation) : ''
      }`,
  );
  const lines = range(Math.ceil(dna.length / 60)).map((index) => {
    const blocks =
      dna
        .slice(index * 60, index * 60 + 60)
        .toLowerCase()
        .match(/.{1,10}/g) ?? [];
    return `${String(index * 60 + 1).padStart(9)} ${blocks.join(' ')}\n`;
  });
  return [
    `LOCUS       ${name.padEnd(16)} ${String(dna.length).padStart(11)} bp    DNA     circular SYN 02-NOV-2026\n`,
    `DEFINITION  ${definition}\n`,
    `ACCESSION   ${name}\nVERSION     ${name}.1\nKEYWORDS    example data.\n`,
    'SOURCE      synthetic DNA construct\n  ORGANISM  synthetic DNA construct\n',
    'FEATURES             Location/Qualifiers\n',
    `     source          1..${dna.length}\n${qualifier('organism', 'synthetic DNA construct')}${qualifier('mol_type', 'other DNA')}`,
    ...table,
    'ORIGIN\n',
    ...lines,
    '//\n',
  ].join('');
}

/** Reads of a sequence as FASTQ. Quality falls towards the end of a read, and errors occur as often as it says. */
export function sequenced(
  random: Random,
  { dna, prefix, reads, length }: { dna: string; prefix: string; reads: number; length: number },
): string {
  return range(reads)
    .map((read) => {
      const from = random.integer(dna.length - length + 1);
      const forward = dna.slice(from, from + length);
      const template = random.next() < 0.5 ? forward : reverseComplement(forward);
      const qualities = [...template].map((_, index) =>
        Math.round(Math.min(40, Math.max(4, random.normal(38 - 14 * (index / length) ** 3, 2.5)))),
      );
      const bases = [...template].map((base, index) =>
        random.next() < 10 ** (-(qualities[index] ?? 40) / 10) ? random.pick('ACGT') : base,
      );
      const scores = qualities.map((quality) => String.fromCharCode(33 + quality)).join('');
      return `@${prefix}:${read + 1}\n${bases.join('')}\n+\n${scores}\n`;
    })
    .join('');
}
