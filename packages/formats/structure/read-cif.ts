import { cut } from '../source/cut.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { decodedText } from '../text/decoded-text.ts';
import { bondsOf } from './bonds.ts';
import { type CifRow, readCifRows } from './cif-tokens.ts';
import { elementOf } from './elements.ts';
import {
  type Fold,
  MAX_ATOMS,
  MAX_FOLDS,
  markFolds,
  Residues,
  type Structure,
  type StructureAtom,
} from './structure.ts';

const CELL = ['length_a', 'length_b', 'length_c', 'angle_alpha', 'angle_beta', 'angle_gamma'] as const;

/** Reads the first model of an mmCIF file, or the asymmetric unit of a CIF file of a small molecule. */
export async function readCif(body: Blob): Promise<Structure> {
  const residues = new Residues();
  const atoms: StructureAtom[] = [];
  const folds: Fold[] = [];
  const cell = new Map<string, number>();
  const models = new Set<string>();
  let [title, method, resolution, atomCount, isFractional] = ['', '', 0, 0, false];
  const addAtom = (atom: StructureAtom, insertion: string) => {
    atomCount++;
    residues.add(atom, insertion);
    if (atoms.length < MAX_ATOMS) atoms.push(atom);
  };
  readCifRows(await decodedText(body), (names, row) => {
    if (names.has('_atom_site_cartn_x')) {
      const model = row('_atom_site_pdbx_pdb_model_num');
      if (models.size < 10_000) models.add(model);
      if (models.size === 1) addAtom(atomOf(row, atomCount + 1), row('_atom_site_pdbx_pdb_ins_code'));
    } else if (names.has('_atom_site_fract_x')) {
      isFractional = true;
      addAtom(fractionalAtomOf(row, atomCount + 1), '');
    } else if (names.has('_struct_conf_beg_label_seq_id')) {
      if (row('_struct_conf_conf_type_id').startsWith('HELX')) addFold(folds, 'h', row, '_struct_conf');
    } else if (names.has('_struct_sheet_range_beg_label_seq_id'))
      addFold(folds, 's', row, '_struct_sheet_range');
    else {
      for (const part of CELL) if (names.has(`_cell_${part}`)) cell.set(part, measured(row(`_cell_${part}`)));
      title ||= row('_struct_title') || row('_chemical_name_systematic') || row('_chemical_name_common');
      method ||= row('_exptl_method');
      resolution ||=
        Number(row('_refine_ls_d_res_high')) || Number(row('_em_3d_reconstruction_resolution')) || 0;
    }
  });
  if (atomCount === 0) {
    throw new UnreadableFileError('This is not a CIF file, or it has no atoms with positions.');
  }
  if (isFractional) toCartesian(atoms, cell);
  markFolds(atoms, folds);
  const { chains, ...others } = residues.summary;
  return {
    format: isFractional ? 'CIF' : 'mmCIF',
    title: cut(title, 500) || null,
    method: cut(method, 100) || null,
    resolution: resolution > 0 && resolution < 100 ? resolution : null,
    models: Math.max(1, models.size),
    atomCount,
    atoms,
    bonds: bondsOf(atoms),
    chains: isFractional ? [] : chains,
    ...others,
  };
}

const requirePosition = (values: readonly number[], count: number) => {
  if (!values.every(Number.isFinite)) {
    throw new UnreadableFileError(
      `The CIF file is damaged: atom ${count.toLocaleString('en')} has no valid position.`,
    );
  }
  return values as [number, number, number];
};

/** Measured values may end with their uncertainty: `0.1234(5)`. */
const measured = (text: string) => (text === '' ? Number.NaN : Number(text.replace(/\(\d+\)$/, '')));

function atomOf(row: CifRow, count: number): StructureAtom {
  const [x, y, z] = requirePosition(
    ['x', 'y', 'z'].map((axis) => measured(row(`_atom_site_cartn_${axis}`))),
    count,
  );
  return {
    element: elementOf(row('_atom_site_type_symbol') || row('_atom_site_label_atom_id')),
    x,
    y,
    z,
    name: row('_atom_site_label_atom_id') || row('_atom_site_auth_atom_id'),
    residue: row('_atom_site_label_comp_id') || row('_atom_site_auth_comp_id'),
    number: Number(row('_atom_site_label_seq_id') || row('_atom_site_auth_seq_id')) || 0,
    chain: row('_atom_site_label_asym_id') || row('_atom_site_auth_asym_id'),
    isHetero: row('_atom_site_group_pdb') === 'HETATM',
    fold: 'c',
  };
}

/** Positions as parts of the edges of the cell. */
function fractionalAtomOf(row: CifRow, count: number): StructureAtom {
  const [x, y, z] = requirePosition(
    ['x', 'y', 'z'].map((axis) => measured(row(`_atom_site_fract_${axis}`))),
    count,
  );
  const name = row('_atom_site_label');
  const element = elementOf(row('_atom_site_type_symbol') || name);
  return { element, x, y, z, name, residue: '', number: 1, chain: '', isHetero: true, fold: 'c' };
}

function toCartesian(atoms: StructureAtom[], cell: ReadonlyMap<string, number>): void {
  const [a = 0, b = 0, c = 0, ...angles] = CELL.map((part) => cell.get(part) ?? Number.NaN);
  const [alpha = 0, beta = 0, gamma = 0] = angles.map((angle) => (angle * Math.PI) / 180);
  const [cosAlpha, cosBeta, cosGamma, sinGamma] = [
    Math.cos(alpha),
    Math.cos(beta),
    Math.cos(gamma),
    Math.sin(gamma),
  ];
  const tilt = (cosAlpha - cosBeta * cosGamma) / sinGamma;
  const height = Math.sqrt(1 - cosBeta ** 2 - tilt ** 2);
  if (!(a * b * c * height > 0))
    throw new UnreadableFileError('The CIF file is damaged: its cell has no volume.');
  for (const atom of atoms) {
    const { x, y, z } = atom;
    atom.x = a * x + b * cosGamma * y + c * cosBeta * z;
    atom.y = b * sinGamma * y + c * tilt * z;
    atom.z = c * height * z;
  }
}

function addFold(folds: Fold[], kind: 'h' | 's', row: CifRow, category: string): void {
  const [from, to] = ['beg', 'end'].map((end) =>
    Number(row(`${category}_${end}_label_seq_id`) || Number.NaN),
  );
  const chain = row(`${category}_beg_label_asym_id`);
  if (folds.length < MAX_FOLDS && from !== undefined && to !== undefined && from <= to) {
    folds.push({ kind, chain, from, to });
  }
}
