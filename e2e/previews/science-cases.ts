import { gzipSync } from 'node:zlib';
import { encodeDicom } from '@labroom/example-labs/encoders/dicom.ts';
import { encodeFcs } from '@labroom/example-labs/encoders/fcs.ts';
import {
  encodeMmcif,
  encodeMol,
  encodePdb,
  encodeSdf,
  idealHelix,
  substitutedBenzene,
} from '@labroom/example-labs/encoders/molecule.ts';
import { encodeNifti } from '@labroom/example-labs/encoders/nifti.ts';
import { seededRandom } from '@labroom/example-labs/encoders/random.ts';
import { range } from '@labroom/example-labs/encoders/text.ts';
import { expect, type Locator } from '@playwright/test';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { PreviewCase } from './preview-case.ts';

const parquet = (count: number) =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'cell', type: 'STRING', data: range(count).map((row) => `cell-${row % 12}`) },
        { name: 'cycle', type: 'INT32', data: range(count) },
        { name: 'capacity_mAh', type: 'DOUBLE', data: range(count).map((row) => 120 - row / 40) },
      ],
    }),
  );

const random = seededRandom('cells');
const near = (center: number, width: number) => random.normal(center, width);

/** Two groups of cells. */
const events = range(20_000).map((event) =>
  event % 3 === 0
    ? [near(120_000, 18_000), near(90_000, 15_000), near(40_000, 12_000), near(200, 250)]
    : [near(50_000, 9_000), near(30_000, 7_000), near(300, 200), near(20_000, 6_000)],
);
const fcs = () =>
  encodeFcs({
    parameters: ['FSC-A', 'SSC-A', 'FITC-A', 'PE-A'],
    events,
    keywords: { $CYT: 'Example cytometer', $P3S: 'CD4', $P4S: 'CD8' },
  });

const chain = {
  title: 'Ideal helix for previews',
  atoms: idealHelix('MKAWLGRELLDKAAEEALRKHG'),
  helix: [2, 20] as const,
};

const benzaldehyde = substitutedBenzene('benzaldehyde', [
  { position: 0, center: 'C', branches: [{ element: 'O', order: 2 }] },
]);
const folded = {
  ...benzaldehyde,
  name: 'folded in space',
  atoms: benzaldehyde.atoms.map((atom) => ({ ...atom, z: Math.abs(atom.x) / 3 })),
};

const nifti = () =>
  encodeNifti({
    size: [48, 40, 32],
    voxel: [1, 1, 1.5],
    description: 'phantom of a sphere',
    at: (x, y, z) => Math.round(1_000 * Math.max(0, 1 - Math.hypot(x - 20, y - 20, (z - 16) * 1.5) / 18)) + x,
  });

const dicom = () =>
  encodeDicom({
    width: 64,
    height: 48,
    pixels: Uint8Array.from(range(64 * 48), (_, index) => ((index % 64) * 4 + Math.floor(index / 64)) % 256),
    extra: [
      [8, 0x70, 'LO', 'Example maker'],
      [0x10, 0x10, 'PN', 'Doe^Jane'],
    ],
  });

const drawn = async (preview: Locator) => {
  const stage = preview.locator('[data-state="shown"] canvas');
  await expect(stage.first()).toBeVisible();
};

/** Formats of measurements and of molecules. */
export const scienceCases: readonly PreviewCase[] = [
  {
    name: 'cycles.parquet',
    format: 'Parquet',
    isQuick: true,
    budgetKb: 40,
    content: () => parquet(300),
    shows: (preview) => expect(preview.getByRole('cell', { name: 'cell-7' }).first()).toBeVisible(),
    hostile: [
      { name: 'cut', content: () => parquet(300).slice(0, -9), says: 'its end is missing' },
      { name: 'other', content: () => 'a,b\n1,2\n1,2\n1,2\n', says: 'not a Parquet file' },
    ],
    notes: { library: 'hyparquet, fzstd', notShown: 'rows after 5,000, columns after 100; LZO' },
  },
  {
    name: 'cells.fcs',
    format: 'Flow cytometry (FCS 2.0 to 3.2, also .lmd)',
    budgetKb: 20,
    content: fcs,
    shows: (preview) =>
      expect(preview.getByRole('img', { name: /Density of SSC-A against FSC-A/ })).toBeVisible(),
    hostile: [{ name: 'cut', content: () => fcs().slice(0, 5_000), says: 'it claims 20,000 events' }],
    notes: { library: 'none', notShown: 'gates, compensation, further data sets' },
  },
  {
    name: 'helix.pdb',
    format: 'Protein Data Bank (.pdb)',
    isQuick: true,
    budgetKb: 200,
    content: () => encodePdb(chain),
    shows: async (preview) => {
      await expect(preview.getByText('22 residues').first()).toBeVisible();
      await drawn(preview);
      const stage = preview.getByRole('img', { name: /22 residues/ });
      await stage.focus();
      let picture = await stage.screenshot();
      const changes = async () => {
        await expect.poll(async () => (await stage.screenshot()).equals(picture)).toBe(false);
        picture = await stage.screenshot();
      };
      await stage.press('ArrowRight');
      await changes();
      await preview.getByLabel('Show as').selectOption('Balls and sticks');
      await changes();
      await preview.getByLabel('Show as').selectOption('Surface');
      await changes();
      await preview.getByLabel('Show as').selectOption('Cartoon');
    },
    hostile: [
      {
        name: 'damaged',
        content: () => 'ATOM      1  CA  ALA A   1      abc     2.0     3.0',
        says: 'has no valid position',
      },
    ],
    notes: { library: '3Dmol.js', notShown: 'models after the first, atoms after 100,000' },
  },
  {
    name: 'helix.cif',
    format: 'mmCIF and CIF',
    budgetKb: 200,
    content: () => encodeMmcif(chain),
    shows: async (preview) => {
      await expect(preview.getByText('22 residues').first()).toBeVisible();
      await drawn(preview);
    },
    hostile: [
      { name: 'endless', content: () => `data_x\n${"'a ".repeat(100_000)}`, says: 'it has no atoms' },
    ],
    notes: { library: '3Dmol.js', notShown: 'models after the first, symmetry of crystals' },
  },
  {
    name: 'library.sdf',
    format: 'Molecules (.sdf)',
    budgetKb: 400,
    content: () =>
      encodeSdf([
        { molecule: benzaldehyde, properties: { IC50_nM: 12 } },
        { molecule: folded, properties: { IC50_nM: 40 } },
      ]),
    shows: async (preview) => {
      await expect(preview.getByRole('img', { name: /benzaldehyde, C7H6O/ }).first()).toBeVisible();
      await expect(preview.getByRole('button', { name: 'Show in 3D' })).toBeVisible();
    },
    hostile: [{ name: 'damaged', content: () => '<html>', says: 'not a molfile' }],
    notes: {
      library: 'openchemlib, 3Dmol.js',
      notShown: 'molecules after 100, drawings of more than 200 atoms',
    },
  },
  {
    name: 'benzaldehyde.mol',
    format: 'Molecule (.mol)',
    budgetKb: 400,
    content: () => encodeMol(benzaldehyde),
    shows: (preview) => expect(preview.getByRole('img', { name: /benzaldehyde, C7H6O/ })).toBeVisible(),
    hostile: [
      { name: 'cut', content: () => encodeMol(benzaldehyde).slice(0, 200), says: 'damaged or empty' },
    ],
    notes: { library: 'openchemlib, 3Dmol.js', notShown: 'reactions' },
  },
  {
    name: 'hits.smi',
    format: 'SMILES',
    budgetKb: 400,
    content: () =>
      [
        'CC(=O)Oc1ccccc1C(=O)O aspirin',
        'CN1C=NC2=C1C(=O)N(C(=O)N2C)C caffeine',
        'C[C@H](N)C(=O)O L-alanine',
        'CC(C)Cc1ccc(cc1)[C@@H](C)C(=O)O dexibuprofen',
        'OC[C@H]1O[C@@H](O)[C@H](O)[C@@H](O)[C@@H]1O glucose',
        'c1ccc2c(c1)[nH]cc2CCN tryptamine',
      ].join('\n'),
    shows: (preview) => expect(preview.getByRole('img', { name: /caffeine, C8H10N4O2/ })).toBeVisible(),
    hostile: [
      { name: 'long', content: () => `CCO fine\n${'C'.repeat(300_000)} wax\n`, says: 'too long to be drawn' },
      { name: 'text', content: () => 'Dear reader,', says: 'not a SMILES file' },
    ],
    notes: { library: 'openchemlib', notShown: 'molecules after 100' },
  },
  {
    name: 'phantom.nii.gz',
    format: 'NIfTI (.nii, .nii.gz)',
    budgetKb: 20,
    content: () => new Uint8Array(gzipSync(nifti())),
    shows: (preview) =>
      expect(preview.getByRole('img', { name: 'Axial slice 17 of 32. Right is R, up is A.' })).toBeVisible(),
    hostile: [
      { name: 'cut', content: () => new Uint8Array(gzipSync(nifti())).slice(0, 500), says: 'damaged' },
    ],
    notes: { library: 'fflate', notShown: 'volumes after the first, complex and RGB voxels' },
  },
  {
    name: 'scan.dcm',
    format: 'DICOM',
    budgetKb: 40,
    content: dicom,
    shows: async (preview) => {
      await expect(preview.getByRole('img', { name: 'MR image, 64 × 48 pixels' })).toBeVisible();
      await expect(preview.getByText('This file contains personal data: name of the patient.')).toBeVisible();
      await expect(preview.getByText('Jane')).toHaveCount(0);
    },
    hostile: [
      {
        name: 'video',
        content: () =>
          encodeDicom({ width: 2, height: 1, pixels: new Uint8Array(2), syntax: '1.2.840.10008.1.2.4.102' }),
        says: 'compressed with H.264 video',
      },
    ],
    notes: { library: 'dicom-parser', notShown: 'personal data; lookup tables of values' },
  },
];
