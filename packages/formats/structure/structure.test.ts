import { encodeMmcif, encodePdb, idealHelix } from '@labroom/example-labs/encoders/molecule.ts';
import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { bondsOf } from './bonds.ts';
import { readCif } from './read-cif.ts';
import { readPdb } from './read-pdb.ts';
import { MAX_ATOMS } from './structure.ts';

const model = { title: 'Ideal helix', atoms: idealHelix('MKAWLG'), helix: [2, 5] as const };
const pdb = (...parts: BlobPart[]) => readPdb(new Blob(parts));
const cif = (...parts: BlobPart[]) => readCif(new Blob(parts));

it.each([
  ['PDB', () => pdb(encodePdb(model))],
  ['mmCIF', () => cif(encodeMmcif(model))],
])('reads a chain with its helix from %s', async (format, read) => {
  const structure = await read();
  expect(structure).toMatchObject({ format, models: 1, atomCount: 24, waters: 0, ligands: [] });
  expect(structure.title?.toLowerCase()).toBe('ideal helix');
  expect(structure.chains).toEqual([{ id: 'A', kind: 'protein', residues: 6, sequence: 'MKAWLG' }]);
  const alphas = structure.atoms.filter(({ name }) => name === 'CA');
  expect(alphas.map(({ fold }) => fold).join('')).toBe('chhhhc');
  // 3 bonds within each residue, and one to the next.
  expect(structure.bonds.length / 2).toBe(6 * 3 + 5);
});

it('reads method, resolution, ligands and water, and the first of several models', async () => {
  const atom = (record: string, residue: string, number: number, element = 'O') =>
    `${record}    1  ${element.padEnd(3)} ${residue} B${String(number).padStart(4)}       1.000   2.000   3.000  1.00 20.00          ${element.padStart(2)}`;
  const structure = await pdb(
    [
      'EXPDTA    X-RAY DIFFRACTION',
      'REMARK   2 RESOLUTION.    1.85 ANGSTROMS.',
      'MODEL        1',
      atom('HETATM', 'HOH', 1),
      atom('HETATM', 'HOH', 2),
      atom('HETATM', ' ZN', 3, 'ZN'),
      'ENDMDL',
      'MODEL        2',
      atom('HETATM', 'HOH', 1),
      'ENDMDL',
    ].join('\n'),
  );
  expect(structure).toMatchObject({
    method: 'X-RAY DIFFRACTION',
    resolution: 1.85,
    models: 2,
    atomCount: 3,
    waters: 2,
    ligands: [{ name: 'ZN', count: 1 }],
  });
});

it('reads single values, quotes, text and uncertain numbers of a small molecule', async () => {
  const structure = await cif(`data_salt
_cell_length_a 10.0(2) _cell_length_b 10 _cell_length_c 10
_cell_angle_alpha 90 _cell_angle_beta 90 _cell_angle_gamma 90
_chemical_name_systematic
;
sodium chloride
;
loop_
_atom_site_label
_atom_site_type_symbol
_atom_site_fract_x
_atom_site_fract_y
_atom_site_fract_z
'Na1' Na 0 0 0
Cl1 Cl 0.5000(3) 0 0.25
# the end
`);
  expect(structure).toMatchObject({ format: 'CIF', title: 'sodium chloride', atomCount: 2, chains: [] });
  expect(structure.atoms[1]).toMatchObject({ element: 'Cl', x: 5, z: 2.5 });
});

// Takes long, and few changes can break it.
if (!isQuick)
  it('keeps the first of very many atoms and counts all', async () => {
    const [line = ''] = encodePdb(model).match(/^ATOM.*$/m) ?? [];
    const { atomCount, atoms, bonds } = await pdb(`${line}\n`.repeat(MAX_ATOMS + 5));
    expect([atomCount, atoms.length, bonds.length]).toEqual([MAX_ATOMS + 5, MAX_ATOMS, 0]);
  });

it.each([
  ['empty PDB', () => pdb(''), 'has no atoms'],
  ['HTML', () => pdb('<html>'), 'This is not a PDB file'],
  [
    'PDB without a position',
    () => pdb('ATOM      1  CA  ALA A   1      abc     2.0     3.0'),
    'atom 1 has no valid position',
  ],
  ['cut PDB', () => pdb(encodePdb(model).slice(0, 330)), 'has no valid position'],
  ['empty CIF', () => cif(''), 'This is not a CIF file'],
  ['CIF without atoms', () => cif('data_x\n_cell.length_a 1'), 'has no atoms'],
  [
    'CIF with a flat cell',
    () => cif('data_x\nloop_\n_atom_site_fract_x\n_atom_site_fract_y\n_atom_site_fract_z\n0 0 0'),
    'its cell has no volume',
  ],
  [
    'CIF without numbers',
    () => cif('data_x\nloop_\n_atom_site.Cartn_x\n_atom_site.Cartn_y\n_atom_site.Cartn_z\n1 2 ?'),
    'atom 1 has no valid position',
  ],
])('says what is wrong with a file: %s', async (_, read, message) => {
  await expect(read()).rejects.toThrow(message);
});

// Long inputs: few changes can break it.
if (!isQuick)
  it('reads hostile CIF in a time that grows with its length only', async () => {
    const endless = [
      `data_x\n_a '${'x'.repeat(200_000)}`,
      `data_x\n${'loop_\n'.repeat(50_000)}`,
      `data_x\n;${'a\n'.repeat(50_000)}`,
    ];
    for (const text of [...endless, `data_x\n${"'a ".repeat(50_000)}`])
      await expect(cif(text)).rejects.toThrow('has no atoms');
  }, 20_000);

// Long inputs: few changes can break it.
if (!isQuick)
  it('finds no more than a few bonds where all atoms lie in one place', () => {
    const atoms = Array.from({ length: 10_000 }, (_, index) => ({
      element: 'C',
      x: index / 1e5,
      y: 0,
      z: 0,
    }));
    expect(bondsOf(atoms).length).toBeLessThan(2 * 8 * atoms.length);
  });

it('knows elements by their symbols only: OW is the oxygen of a water', async () => {
  const cif =
    'data_x\n_cell_length_a 5\n_cell_length_b 5\n_cell_length_c 5\n_cell_angle_alpha 90\n_cell_angle_beta 90\n_cell_angle_gamma 90\nloop_\n_atom_site_label\n_atom_site_fract_x\n_atom_site_fract_y\n_atom_site_fract_z\nOW1 0 0 0\nFe2 0.1 0.2 0.3\nCa1 0.5 0.5 0.5\n';
  const { atoms } = await readCif(new Blob([cif]));
  expect(atoms.map(({ element }) => element)).toEqual(['O', 'Fe', 'Ca']);
  // Biopython and others read a file without the name of its block.
  expect((await readCif(new Blob([cif.slice('data_x\n'.length)]))).atomCount).toBe(3);
});

it('reads names of residues of four letters, as CHARMM writes them, and knows its waters', async () => {
  const line = 'ATOM    740  OH2 TIP3   24      43.850  54.840  52.980  1.00  0.00            ';
  const { atoms, waters } = await readPdb(new Blob([line]));
  expect([atoms[0]?.residue, atoms[0]?.element, waters]).toEqual(['TIP3', 'O', 1]);
});
