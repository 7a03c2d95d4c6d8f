import { encodeMol, encodeSdf, substitutedBenzene } from '@labroom/example-labs/encoders/molecule.ts';
import { expect, it } from 'vitest';
import { drawingOf } from './drawing.ts';
import { MAX_MOLECULES, readMolfile, readSdf, readSmiles } from './read-molecules.ts';

const smiles = (text: string) => readSmiles(new Blob([text]));
const nitro = substitutedBenzene('nitrobenzene', [
  {
    position: 0,
    center: 'N',
    branches: [
      { element: 'O', order: 2 },
      { element: 'O', order: 1 },
    ],
  },
]);
const raised = { ...nitro, atoms: nitro.atoms.map((atom, index) => ({ ...atom, z: index / 4 })) };

it('draws the molecules of a SMILES file with their names', async () => {
  const { count, molecules } = await smiles(
    'smiles name\nCCO ethanol\nC[C@H](N)C(=O)[O-]\tL-alanine (anion)\n\nC1CC( broken\n',
  );
  expect([count, molecules.map(({ name, formula }) => [name, formula])]).toEqual([
    3,
    [
      ['ethanol', 'C2H6O'],
      ['L-alanine (anion)', 'C3H6NO2'],
      ['broken', null],
    ],
  ]);
  expect(molecules[0]?.weight).toBeCloseTo(46.07, 1);
  expect(molecules[0]?.drawing?.shapes.filter(({ kind }) => kind === 'line')).toHaveLength(2);
  expect(molecules[2]).toMatchObject({ drawing: null, problem: '“C1CC(” is not SMILES.' });
});

it('reads an SD file with its properties', async () => {
  const sdf = encodeSdf([
    { molecule: nitro, properties: { IC50_nM: 12, source: 'plate 3' } },
    { molecule: raised, properties: {} },
  ]);
  const { count, molecules } = await readSdf(new Blob([sdf]));
  expect([count, molecules.map(({ name }) => name)]).toEqual([2, ['nitrobenzene', 'nitrobenzene']]);
  expect(molecules[0]?.properties).toEqual([
    ['IC50_nM', '12'],
    ['source', 'plate 3'],
  ]);
  expect(molecules.map(({ atoms }) => atoms?.length ?? null)).toEqual([null, 9]);
  expect(molecules[1]?.atoms?.[8]).toMatchObject({ element: 'O', z: 2 });
  expect(molecules[1]?.bonds).toHaveLength(18);
});

it('orders a formula as Hill did, and tells none of aromatic bonds, whose hydrogens it does not know', async () => {
  const { molecules } = await smiles('ClCC(Br)N\nOS(=O)(=O)O\n');
  expect(molecules.map(({ formula }) => formula)).toEqual(['C2H5BrClN', 'H2O4S']);
  const aromatic = encodeMol(nitro).replaceAll(/^( {1,2}\d+ {1,2}\d+ {2})[12]( )/gm, '$14$2');
  const [molecule] = (await readMolfile(new Blob([aromatic]))).molecules;
  expect(molecule).toMatchObject({ formula: null, weight: null, problem: null });
});

it('reads SMILES after their names', async () => {
  const { count, molecules } = await smiles('ZINC038\tCC(C)C(=O)O\nZINC044\tCCO\n');
  expect([count, molecules.map(({ name, formula }) => [name, formula])]).toEqual([
    2,
    [
      ['ZINC038', 'C4H8O2'],
      ['ZINC044', 'C2H6O'],
    ],
  ]);
});

it('reads a molfile', async () => {
  const { molecules } = await readMolfile(new Blob([encodeMol(nitro)]));
  expect(molecules[0]).toMatchObject({ name: 'nitrobenzene', atoms: null, problem: null });
});

it.each([
  ['empty SMILES', () => smiles(''), 'The file has no SMILES.'],
  ['text', () => smiles('Dear reader,\nthis is a letter.'), 'This is not a SMILES file'],
  ['empty SDF', () => readSdf(new Blob([''])), 'The file is empty.'],
  ['HTML as molfile', () => readMolfile(new Blob(['<html>\n\n\n<b>'])), 'This is not a molfile'],
])('says what is wrong with a file: %s', async (_, read, message) => {
  await expect(read()).rejects.toThrow(message);
});

it('draws nothing that would take long', async () => {
  const { molecules } = await smiles(
    `CCO\n${'C'.repeat(400)} wax\n${'C'.repeat(400_000)} endless\n${'('.repeat(300)}`,
  );
  expect(molecules.map(({ problem }) => problem)).toEqual([
    null,
    'It has 400 atoms, too many for a drawing.',
    'It is too long to be drawn.',
    expect.stringContaining('is not SMILES'),
  ]);
  const { count, molecules: first } = await smiles('C\n'.repeat(5_000));
  expect([count, first.length]).toEqual([5_000, MAX_MOLECULES]);
});

it('says that a molfile with absurd or missing atoms is damaged', async () => {
  const text = encodeMol(nitro);
  for (const damaged of [text.replace('  9  9', '999999'), text.slice(0, 300)]) {
    const { molecules } = await readMolfile(new Blob([damaged]));
    expect(molecules[0]).toMatchObject({ drawing: null, problem: 'Its molfile is damaged or empty.' });
  }
});

it('takes nothing but shapes from the SVG', () => {
  const { shapes } = drawingOf(
    '<svg viewBox="0 0 9 9"><script>alert(1)</script><line x1="1" y1="a" x2="2" y2="3" stroke="url(x)" onload="x" /><polygon points="javascript:1" /><text x="1" y="1">N</text></svg>',
  );
  expect(shapes).toEqual([
    { kind: 'line', points: [1, 0, 2, 3], color: '0,0,0', width: 1 },
    { kind: 'text', x: 1, y: 1, size: 12, color: '0,0,0', text: 'N' },
  ]);
});
