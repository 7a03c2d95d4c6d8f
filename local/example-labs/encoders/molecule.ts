import { aminoAcids } from './sequence.ts';
import { range, wrapped } from './text.ts';

export interface Atom {
  element: string;
  /** Coordinates in ångström. */
  x: number;
  y: number;
  z: number;
}

/** An atom of a protein chain. */
export interface ResidueAtom extends Atom {
  /** Name within the residue, e.g. `CA`. */
  name: string;
  /** Three letters, e.g. `ALA`. */
  residue: string;
  /** From 1. */
  number: number;
}

interface Model {
  title: string;
  atoms: readonly ResidueAtom[];
  helix: readonly [first: number, last: number];
}

/** A protein chain as a PDB file. */
export function encodePdb({ title, atoms, helix: [first, last] }: Model): string {
  const residueOf = (number: number) => atoms.find((atom) => atom.number === number)?.residue ?? 'ALA';
  const helix = `HELIX    1   1 ${residueOf(first)} A ${String(first).padStart(4)}  ${residueOf(last)} A ${String(last).padStart(4)}  1${' '.repeat(30)}${String(last - first + 1).padStart(6)}`;
  const lines = atoms.map(
    ({ name, residue, number, x, y, z, element }, index) =>
      `ATOM  ${String(index + 1).padStart(5)}  ${name.padEnd(3)} ${residue} A${String(number).padStart(4)}    ${[x, y, z].map((value) => value.toFixed(3).padStart(8)).join('')}  1.00 20.00          ${element.padStart(2)}`,
  );
  return `${[`TITLE     ${title.toUpperCase()}`, helix, ...lines, 'TER', 'END'].map((line) => line.padEnd(80)).join('\n')}\n`;
}

/** The same chain as mmCIF. */
export function encodeMmcif({ title, atoms, helix: [first, last] }: Model): string {
  const columns = [
    'group_PDB id type_symbol label_atom_id label_alt_id label_comp_id label_asym_id label_entity_id label_seq_id',
    'Cartn_x Cartn_y Cartn_z occupancy B_iso_or_equiv auth_seq_id auth_asym_id pdbx_PDB_model_num',
  ]
    .join(' ')
    .split(' ')
    .map((column) => `_atom_site.${column}`);
  const lines = atoms.map(({ name, residue, number, x, y, z, element }, index) =>
    [
      'ATOM',
      index + 1,
      element,
      name,
      '.',
      residue,
      'A',
      1,
      number,
      x.toFixed(3),
      y.toFixed(3),
      z.toFixed(3),
      '1.00',
      '20.00',
      number,
      'A',
      1,
    ].join(' '),
  );
  return `${[
    'data_model',
    '_entry.id model',
    `_struct.title '${title}'`,
    '_struct_conf.id HELX1',
    '_struct_conf.conf_type_id HELX_P',
    '_struct_conf.beg_label_asym_id A',
    `_struct_conf.beg_label_seq_id ${first}`,
    '_struct_conf.end_label_asym_id A',
    `_struct_conf.end_label_seq_id ${last}`,
    '#',
    'loop_',
    ...columns,
    ...lines,
    '#',
  ].join('\n')}\n`;
}

/**
 * Backbone of an ideal α-helix: each residue turns by 100° and rises by 1.5 Å, in cylinder coordinates of the four atoms
 * of its backbone.
 */
export function idealHelix(sequence: string): ResidueAtom[] {
  const backbone = [
    { name: 'N', element: 'N', radius: 1.55, degrees: -27.4, rise: -0.9 },
    { name: 'CA', element: 'C', radius: 2.28, degrees: 0, rise: 0 },
    { name: 'C', element: 'C', radius: 1.66, degrees: 26.3, rise: 1.12 },
    { name: 'O', element: 'O', radius: 1.95, degrees: 19.9, rise: 2.32 },
  ];
  return [...sequence].flatMap((letter, index) =>
    backbone.map(({ name, element, radius, degrees, rise }) => {
      const angle = ((index * 100 + degrees) * Math.PI) / 180;
      return {
        name,
        element,
        residue: aminoAcids[letter]?.[0] ?? 'UNK',
        number: index + 1,
        x: radius * Math.cos(angle),
        y: radius * Math.sin(angle),
        z: index * 1.5 + rise,
      };
    }),
  );
}

export interface Molecule {
  name: string;
  atoms: readonly Atom[];
  bonds: readonly (readonly [from: number, to: number, order: 1 | 2])[];
}

/** A molecule as MDL molfile, version V2000. Atoms are counted from 1. */
export function encodeMol({ name, atoms, bonds }: Molecule): string {
  const three = (value: number) => String(value).padStart(3);
  return `${[
    name,
    '  example',
    '',
    `${three(atoms.length)}${three(bonds.length)}  0  0  0  0  0  0  0  0999 V2000`,
    ...atoms.map(
      ({ element, x, y, z }) =>
        `${[x, y, z].map((value) => value.toFixed(4).padStart(10)).join('')} ${element.padEnd(3)} 0  0  0  0  0  0  0  0  0  0  0  0`,
    ),
    ...bonds.map(([from, to, order]) => `${three(from)}${three(to)}${three(order)}  0  0  0  0`),
    'M  END',
  ].join('\n')}\n`;
}

/** Molecules with their properties as an SD file. */
export function encodeSdf(
  molecules: readonly { molecule: Molecule; properties: Readonly<Record<string, string | number>> }[],
): string {
  return molecules
    .map(({ molecule, properties }) => {
      const data = Object.entries(properties).map(([name, value]) => `>  <${name}>\n${value}\n\n`);
      return `${encodeMol(molecule)}${data.join('')}$$$$\n`;
    })
    .join('');
}

/** A benzene ring in the plane, with groups that point outwards: each a position from 0 to 5 and a chain of atoms. */
export function substitutedBenzene(name: string, groups: readonly Group[]): Molecule {
  const ring = range(6).map((index) => polar(1.39, index * 60));
  const atoms: Atom[] = ring.map(({ x, y }) => ({ element: 'C', x, y, z: 0 }));
  const bonds: [number, number, 1 | 2][] = range(6).map((index) => [
    index + 1,
    ((index + 1) % 6) + 1,
    index % 2 === 0 ? 2 : 1,
  ]);
  for (const { position, center, branches } of groups) {
    const angle = position * 60;
    const { x, y } = polar(1.39 + 1.45, angle);
    atoms.push({ element: center, x, y, z: 0 });
    const at = atoms.length;
    bonds.push([position + 1, at, 1]);
    for (const [index, { element, order }] of branches.entries()) {
      const turn = branches.length === 1 ? 60 : index === 0 ? 60 : -60;
      const step = polar(order === 2 ? 1.23 : 1.45, angle + turn);
      atoms.push({ element, x: x + step.x, y: y + step.y, z: 0 });
      bonds.push([at, atoms.length, order]);
    }
  }
  return { name, atoms, bonds };
}

export interface Group {
  /** Ring atom, from 0 to 5. */
  position: number;
  /** Element that is bound to the ring. */
  center: string;
  branches: readonly { element: string; order: 1 | 2 }[];
}

function polar(radius: number, degrees: number): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}

/** Sequences as FASTA, 60 letters per line. */
export function encodeFasta(entries: readonly { name: string; sequence: string }[]): string {
  return entries.map(({ name, sequence }) => `>${name}\n${wrapped(sequence, 60).join('\n')}\n`).join('');
}
