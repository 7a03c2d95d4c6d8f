import { exampleSqlite } from '@labroom/example-labs/encoders/sqlite.ts';
import { expect, it } from 'vitest';
import { tarDisclosures } from './disclosure/archive.ts';
import { readFits } from './fits/read-fits.ts';
import { readHdf5 } from './hdf5/read-hdf5.ts';
import { readMesh } from './mesh/read-mesh.ts';
import { readR } from './r/read-r.ts';
import { readSqlite } from './sqlite/read-sqlite.ts';

const blobOf = (...parts: Uint8Array[]) => new Blob(parts.map((part) => new Uint8Array(part)));

/** An SQLite database of pages of 512 bytes with the same first page as the example, whose tables begin at the second. */
function sqliteOf(pages: number): Buffer {
  const bytes = Buffer.alloc(pages * 512);
  bytes.write('SQLite format 3\0', 'latin1');
  bytes.writeUInt16BE(512, 16);
  bytes.writeUInt32BE(1, 56);
  return bytes;
}

/** A page whose 100 cells, and what follows them, all lead to one page. */
function interiorPage(bytes: Buffer, page: number, child: number): void {
  const start = (page - 1) * 512;
  const at = page === 1 ? start + 100 : start;
  bytes[at] = 5;
  bytes.writeUInt16BE(100, at + 3);
  bytes.writeUInt32BE(child, at + 8);
  bytes.writeUInt32BE(child, start + 400);
  for (let cell = 0; cell < 100; cell++) bytes.writeUInt16BE(400, at + 12 + 2 * cell);
}

it('ends with a database whose pages lead to each other', async () => {
  const bytes = sqliteOf(4);
  for (const [page, child] of [
    [1, 2],
    [2, 3],
    [3, 2],
  ] as const)
    interiorPage(bytes, page, child);
  await expect(readSqlite(blobOf(bytes), { dataset: null })).rejects.toThrow('damaged');
  const once = sqliteOf(12);
  for (let page = 1; page < 12; page++) interiorPage(once, page, page + 1);
  await expect(readSqlite(blobOf(once), { dataset: null })).rejects.toThrow('damaged');
});

it('ends with a database whose rows are the same long value', async () => {
  const example = Buffer.from(exampleSqlite());
  await expect(readSqlite(blobOf(example), { dataset: null })).resolves.toBeDefined();
  const bytes = sqliteOf(40);
  bytes[100] = 13;
  bytes.writeUInt16BE(100, 103);
  // A payload of 15,000 bytes, which goes on in the other pages.
  bytes.set([0xf5, 0x18, 1, 3, 0x00, 0x00], 450);
  for (let cell = 0; cell < 100; cell++) bytes.writeUInt16BE(450, 108 + 2 * cell);
  for (let page = 2; page <= 40; page++) bytes.writeUInt32BE(page === 40 ? 2 : page + 1, (page - 1) * 512);
  await expect(readSqlite(blobOf(bytes), { dataset: null })).rejects.toThrow('damaged');
});

const cards = (...lines: string[]) =>
  Buffer.from(
    [...lines, 'END']
      .map((line) => line.padEnd(80))
      .join('')
      .padEnd(2_880),
    'latin1',
  );
const card = (name: string, value: string) => `${name.padEnd(8)}= ${value}`;

it.each([
  ['a negative number of groups', [card('GCOUNT', '-4')]],
  ['a negative number of parameters', [card('PCOUNT', '-99999999999')]],
  ['a part of a group', [card('GCOUNT', '0.0001')]],
  ['endless axes', [card('NAXIS3', '9007199254740991'), card('NAXIS4', '9007199254740991')]],
])('reads a FITS file with %s once', async (_, more) => {
  const axes = more.length > 1 ? 4 : 2;
  const header = cards(
    card('SIMPLE', 'T'),
    card('BITPIX', '8'),
    card('NAXIS', String(axes)),
    card('NAXIS1', '2880'),
    card('NAXIS2', '1'),
    ...more,
  );
  const opened = await readFits(blobOf(header, Buffer.alloc(2_880)), { dataset: null }).catch(
    (error: Error) => error.message,
  );
  if (typeof opened === 'string') expect(opened).toContain('damaged');
  else expect(opened.nodes).toHaveLength(1);
});

const uint32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * index);
  return bytes;
};

it.each([
  ['a variable with a million axes', [0, 0, 0, 0, 0, 11, 1, 0, 1_000_000]],
  ['a name of a gigabyte', [0, 10, 1, 1 << 30]],
  ['a list of four billion', [0, 10, 0xffffffff]],
])('refuses a NetCDF file with %s', async (_, words) => {
  const bytes = blobOf(Buffer.from('CDF\x01', 'latin1'), uint32(...words), Buffer.alloc(70_000));
  await expect(readHdf5(bytes, { dataset: null })).rejects.toThrow('damaged');
});

const xdr = (...parts: Uint8Array[]) => blobOf(Buffer.from('X\n'), uint32(2, 0, 0), ...parts);

it.each([
  ['lists in each other', xdr(Buffer.concat(Array(100_000).fill(uint32(19, 1))))],
  ['pairs in each other', xdr(Buffer.concat(Array(100_000).fill(uint32(0x402, 1))))],
  ['texts that are more than the file', xdr(uint32(16, 0x7fffffff, 9, 0))],
  ['texts that are lists', xdr(uint32(16, 1, 19, 0))],
])('refuses an R file of %s', async (_, body) => {
  await expect(readR(body, { dataset: null })).rejects.toThrow('The R file');
});

it('refuses STL that claims four billion triangles', async () => {
  const bytes = Buffer.alloc(84 + 50);
  bytes.writeUInt32LE(0xffffffff, 80);
  await expect(readMesh(blobOf(bytes))).rejects.toThrow();
});

it('ends with a TAR whose entry has a negative size', async () => {
  const header = Buffer.alloc(512);
  header.write('folder/', 0);
  header.write('-1000', 124);
  header.write('5', 156);
  header.write('ustar', 257);
  const looked = await tarDisclosures(blobOf(header, header), true, async () => ({
    found: [],
    unchecked: null,
  }));
  expect(looked.found).toEqual([]);
});
