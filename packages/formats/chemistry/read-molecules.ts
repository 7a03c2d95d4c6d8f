import { Molecule as ChemicalGraph } from 'openchemlib';
import { cut } from '../source/cut.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import type { StructureAtom } from '../structure/structure.ts';
import { decodedText } from '../text/decoded-text.ts';
import { type Drawing, drawingOf } from './drawing.ts';

export interface Molecule {
  name: string;
  formula: string | null;
  /** Relative molecular mass. */
  weight: number | null;
  drawing: Drawing | null;
  /** Why it is not drawn. */
  problem: string | null;
  properties: [name: string, value: string][];
  /** Atoms and bonds, if the file has positions in three dimensions. */
  atoms: StructureAtom[] | null;
  bonds: Uint32Array;
}

export interface Molecules {
  format: 'SMILES' | 'Molfile' | 'SDF';
  count: number;
  /** The first molecules. */
  molecules: Molecule[];
}

export const MAX_MOLECULES = 100;
const MAX_SMILES = 500;
/** Laying out a drawing takes time that grows with the square of its atoms. */
const MAX_DRAWN_ATOMS = 200;
const MAX_ATOMS = 2_000;
const MAX_RECORD = 500_000;
const MAX_PROPERTIES = 40;
const WIDTH = 320;
const HEIGHT = 240;

/** One molecule on each line: SMILES, and its name after a space. */
export async function readSmiles(body: Blob): Promise<Molecules> {
  const text = await decodedText(body);
  const molecules: Molecule[] = [];
  let count = 0;
  let isFirst = true;
  const column = columnOfSmiles(text);
  for (const line of linesOf(text)) {
    const parts = line.trim().split(/[\s,;]+/);
    const smiles = parts[column] ?? parts[0] ?? '';
    const rest = parts.toSpliced(parts.length > column ? column : 0, 1);
    const isHeader = isFirst && /^(canonical_?|isomeric_?)?smiles$/i.test(smiles);
    if (smiles !== '') isFirst = false;
    if (smiles === '' || smiles.startsWith('#') || isHeader) continue;
    count++;
    if (molecules.length === MAX_MOLECULES) continue;
    const name = cut(rest.join(' '), 200);
    molecules.push({ ...moleculeOfSmiles(smiles), name });
  }
  if (count === 0) throw new UnreadableFileError('The file has no SMILES.');
  if (molecules.every(({ drawing }) => drawing === null)) {
    throw new UnreadableFileError('This is not a SMILES file: none of its first lines is a molecule.');
  }
  return { format: 'SMILES', count, molecules };
}

/** Some programs write the name first: then the second column has the molecules, and the first has none. */
function columnOfSmiles(text: string): 0 | 1 {
  const isMolecule = (part: string | undefined) =>
    part !== undefined && moleculeOfSmiles(part).drawing !== null;
  let read = 0;
  let [first, second] = [0, 0];
  for (const line of linesOf(text)) {
    const parts = line.trim().split(/[\s,;]+/);
    if (parts.length < 2 || line.startsWith('#')) continue;
    if (isMolecule(parts[0])) first++;
    else if (isMolecule(parts[1])) second++;
    if (++read === 5) break;
  }
  return first === 0 && second > 0 ? 1 : 0;
}

export const readMolfile = async (body: Blob): Promise<Molecules> => {
  const text = await decodedText(body);
  requireMolfile(text);
  return { format: 'Molfile', count: 1, molecules: [moleculeOfRecord(text)] };
};

/** Molfiles with their properties; `$$$$` ends each of them. */
export async function readSdf(body: Blob): Promise<Molecules> {
  const text = (await decodedText(body)).replaceAll('\r\n', '\n');
  requireMolfile(text);
  const molecules: Molecule[] = [];
  let count = 0;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n$$$$', at);
    const record = text.slice(at, end === -1 ? text.length : end + 1);
    const next = end === -1 ? text.length : text.indexOf('\n', end + 1) + 1 || text.length;
    at = next;
    if (record.trim() === '') continue;
    count++;
    if (molecules.length < MAX_MOLECULES) molecules.push(moleculeOfRecord(record));
  }
  return { format: 'SDF', count, molecules };
}

function* linesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const next = end === -1 ? text.length : end;
    yield text.slice(at, Math.min(next, at + MAX_SMILES + 500));
    at = next + 1;
  }
}

function requireMolfile(text: string): void {
  if (text.trim() === '') throw new UnreadableFileError('The file is empty.');
  // The fourth line counts atoms and bonds.
  const counts = /^[^\n]*\n[^\n]*\n[^\n]*\n([^\n]*)/.exec(text.slice(0, 5_000))?.[1] ?? '';
  if (!/^[ \d]{6}/.test(counts))
    throw new UnreadableFileError('This is not a molfile: its fourth line counts no atoms.');
}

const without = (problem: string): Molecule => ({
  ...{ name: '', formula: null, weight: null, drawing: null, problem, properties: [], atoms: null },
  bonds: new Uint32Array(0),
});

function moleculeOfSmiles(smiles: string): Molecule {
  if (smiles.length > MAX_SMILES) return without('It is too long to be drawn.');
  try {
    const graph = ChemicalGraph.fromSmiles(smiles);
    if (graph.getAllAtoms() > 0) return moleculeOf(graph, false);
  } catch {
    // Openchemlib rejects what is not SMILES.
  }
  return without(`“${smiles.slice(0, 60)}” is not SMILES.`);
}

function moleculeOfRecord(record: string): Molecule {
  const end = record.indexOf('M  END');
  const block = end === -1 ? record : record.slice(0, end + 6);
  const details = {
    name: cut((record.slice(0, record.indexOf('\n')) || '').trim(), 200),
    properties: end === -1 ? [] : propertiesOf(record.slice(end)),
  };
  if (block.length > MAX_RECORD) return { ...without('It is too large to be drawn.'), ...details };
  try {
    const graph = ChemicalGraph.fromMolfile(block);
    if (graph.getAllAtoms() > 0) return { ...moleculeOf(graph, true), ...details };
  } catch {
    // Openchemlib rejects what is not a molfile.
  }
  return { ...without('Its molfile is damaged or empty.'), ...details };
}

function propertiesOf(text: string): [string, string][] {
  const properties: [string, string][] = [];
  for (const [, name = '', value = ''] of text.matchAll(/^>[^\n<]*<([^\n>]*)>[^\n]*\n((?:[^\n]+\n?)*)/gm)) {
    if (properties.length === MAX_PROPERTIES) break;
    properties.push([cut(name, 100), cut(value.trim(), 500)]);
  }
  return properties;
}

function moleculeOf(graph: ChemicalGraph, hasPositions: boolean): Molecule {
  const count = graph.getAllAtoms();
  if (count > MAX_ATOMS) return without(`It has ${count.toLocaleString('en')} atoms, too many to be drawn.`);
  const { formula, weight } = compositionOf(graph);
  const is3d = hasPositions && graph.is3D();
  const facts = {
    ...{ name: '', formula, weight, properties: [] },
    ...(is3d ? spatial(graph) : { atoms: null, bonds: new Uint32Array(0) }),
  };
  if (count > MAX_DRAWN_ATOMS) {
    return {
      ...facts,
      drawing: null,
      problem: `It has ${count.toLocaleString('en')} atoms, too many for a drawing.`,
    };
  }
  if (is3d) {
    graph.removeExplicitHydrogens();
    graph.inventCoordinates();
  }
  const svg = graph.toSVG(WIDTH, HEIGHT, 'molecule', {
    ...{ suppressChiralText: true, suppressESR: true, suppressCIPParity: true, noStereoProblem: true },
    ...{ autoCrop: true, autoCropMargin: 12 },
  });
  return { ...facts, drawing: drawingOf(svg), problem: null };
}

/**
 * Bonds that a molfile calls aromatic stay so: openchemlib takes their atoms for saturated, and counts hydrogens that are not there. Then
 * there is no formula.
 */
function compositionOf(graph: ChemicalGraph): Pick<Molecule, 'formula' | 'weight'> {
  for (let bond = 0; bond < graph.getAllBonds(); bond++)
    if (graph.getBondType(bond) === ChemicalGraph.cBondTypeDelocalized)
      return { formula: null, weight: null };
  const { formula, relativeWeight } = graph.getMolecularFormula();
  return { formula: inHillOrder(formula), weight: relativeWeight };
}

/** Carbon, hydrogen, then the others by their names, as databases list formulas; by their names alone without carbon. */
function inHillOrder(formula: string): string {
  const parts = formula.match(/[A-Z][a-z]?\d*/g) ?? [];
  const elementOf = (part: string) => part.replace(/(?<!\d)\d+$/, '');
  const hasCarbon = parts.some((part) => elementOf(part) === 'C');
  const rank = (part: string) => (hasCarbon ? ['C', 'H'].indexOf(elementOf(part)) : -1);
  const isOrdinary = parts.join('') === formula;
  const sorted = parts.toSorted((one, other) => {
    const [first, second] = [rank(one), rank(other)];
    if (first !== second) return (first === -1 ? 2 : first) - (second === -1 ? 2 : second);
    return elementOf(one) < elementOf(other) ? -1 : 1;
  });
  return isOrdinary ? sorted.join('') : formula;
}

function spatial(graph: ChemicalGraph): { atoms: StructureAtom[]; bonds: Uint32Array } {
  const atoms = Array.from({ length: graph.getAllAtoms() }, (_, index): StructureAtom => {
    const element = graph.getAtomLabel(index);
    // Openchemlib turns the axes y and z when it reads a molfile.
    const [x, y, z] = [graph.getAtomX(index), -graph.getAtomY(index), -graph.getAtomZ(index)];
    return { element, x, y, z, name: element, residue: '', number: 1, chain: '', isHetero: true, fold: 'c' };
  });
  const bonds = Array.from({ length: graph.getAllBonds() }, (_, bond) =>
    [0, 1].map((end) => graph.getBondAtom(end as 0 | 1, bond)),
  );
  return { atoms, bonds: Uint32Array.from(bonds.flat()) };
}
