import { exampleBam } from '@labroom/example-labs/encoders/bam.ts';
import { encodeFitsUnit } from '@labroom/example-labs/encoders/fits.ts';
import { encodeHdf5 } from '@labroom/example-labs/encoders/hdf5.ts';
import { exampleRds } from '@labroom/example-labs/encoders/r.ts';
import { exampleSqlite } from '@labroom/example-labs/encoders/sqlite.ts';
import { range } from '@labroom/example-labs/encoders/text.ts';
import { expect } from '@playwright/test';
import type { PreviewCase } from './preview-case.ts';

/** An image of three pixels. */
const fits = () =>
  encodeFitsUnit(
    [
      ['SIMPLE', 'T'],
      ['BITPIX', '16'],
      ['NAXIS', '1'],
      ['NAXIS1', '3'],
      ['OBJECT', "'Andromeda'"],
    ],
    Uint8Array.of(0, 7, 1, 0, 0xff, 0xfe),
  );

/** An array of NumPy. */
function npy(): Uint8Array<ArrayBuffer> {
  const header = "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }".padEnd(117);
  const start = Buffer.from(`\x93NUMPY\x01\0${String.fromCharCode(header.length + 1)}\0`, 'latin1');
  const values = Buffer.from(Float64Array.of(0.1, -0.5, 12).buffer);
  return Uint8Array.from(Buffer.concat([start, Buffer.from(`${header}\n`), values]));
}

const hdf5 = () =>
  encodeHdf5([
    {
      name: 'potential',
      shape: [40],
      values: range(40).map((index) => 3 + index / 40),
      attributes: { unit: 'V' },
    },
    { name: 'map', shape: [6, 8], values: range(48).map((index) => Math.sin(index)), attributes: {} },
  ]);

/** Files of arrays and tables, which list what they hold. */
export const arrayCases: readonly PreviewCase[] = [
  {
    name: 'curve.h5',
    format: 'HDF5 (.h5, .h5ad), NetCDF, MATLAB, MINC',
    budgetKb: 60,
    content: hdf5,
    shows: async (preview) => {
      await preview.getByRole('button', { name: 'potential' }).click();
      await expect(preview.getByRole('cell', { name: '3.025' })).toBeVisible();
    },
    hostile: [
      { name: 'cut', content: () => hdf5().slice(0, 60), says: 'The HDF5 file is damaged' },
      { name: 'other', content: () => 'PK', says: 'not an HDF5 file' },
    ],
    notes: {
      library: 'jsfive, fflate',
      notShown:
        'indexes of chunks of HDF5 1.10 and later, lists of variable length, more than 2,000,000 values',
    },
  },
  {
    name: 'reads.bam',
    format: 'BAM',
    budgetKb: 40,
    content: exampleBam,
    shows: (preview) => expect(preview.getByText('4S6M')).toBeVisible(),
    hostile: [
      { name: 'cut', content: () => exampleBam().slice(0, 90), says: 'damaged' },
      { name: 'other', content: () => 'PK', says: 'not a BAM file' },
    ],
    notes: { library: 'fflate', notShown: 'alignments after 2,000 or 500 kB of text' },
  },
  {
    name: 'study.rds',
    format: 'R (.rds, .RData)',
    budgetKb: 40,
    content: exampleRds,
    shows: async (preview) => {
      await preview.getByRole('button', { name: 'frame' }).click();
      await expect(preview.getByRole('cell', { name: '2020-02-29' })).toBeVisible();
    },
    hostile: [
      { name: 'cut', content: () => exampleRds().slice(0, 200), says: 'damaged' },
      { name: 'other', content: () => 'PK', says: 'not an R file' },
    ],
    notes: {
      library: 'fflate',
      notShown: 'functions, environments; files in bzip2, xz or text; rows after 5,000',
    },
  },
  {
    name: 'samples.sqlite',
    format: 'SQLite (.sqlite, .db, .gpkg)',
    budgetKb: 40,
    content: exampleSqlite,
    shows: async (preview) => {
      await preview.getByRole('button', { name: 'samples' }).click();
      await expect(preview.getByRole('cell', { name: '1152921504606846977' })).toBeVisible();
    },
    hostile: [
      { name: 'cut', content: () => exampleSqlite().slice(0, 1_000), says: 'damaged' },
      { name: 'other', content: () => 'PK', says: 'not an SQLite database' },
    ],
    notes: {
      library: 'none',
      notShown: 'views, virtual tables, tables without rowid, what is in a -wal file; rows after 5,000',
    },
  },
  {
    name: 'andromeda.fits',
    format: 'FITS (.fits, .fit, .fts)',
    budgetKb: 40,
    content: fits,
    shows: async (preview) => {
      await expect(preview.getByText('Andromeda')).toBeVisible();
      await expect(preview.getByRole('cell', { name: '256', exact: true })).toBeVisible();
    },
    hostile: [
      { name: 'cut', content: () => fits().slice(0, 500), says: 'The file is cut' },
      { name: 'other', content: () => 'PK', says: 'not a FITS file' },
    ],
    notes: {
      library: 'none',
      notShown: 'compressed images, random groups, all tables but the first, rows after 5,000',
    },
  },
  {
    name: 'spectrum.npy',
    format: 'NumPy (.npy, .npz)',
    budgetKb: 40,
    content: npy,
    shows: (preview) => expect(preview.getByRole('cell', { name: '-0.5' })).toBeVisible(),
    hostile: [
      { name: 'cut', content: () => npy().slice(0, -8), says: 'it claims 3 values and has 2' },
      { name: 'other', content: () => 'PK', says: 'not a ZIP file' },
    ],
    notes: { library: 'none', notShown: 'Python objects, all tables but the first, rows after 5,000' },
  },
];
