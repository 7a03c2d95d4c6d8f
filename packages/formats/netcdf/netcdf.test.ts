import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { readHdf5 } from '../hdf5/read-hdf5.ts';
import { classicNetcdf } from './netcdf.fixture.ts';

const read = (data: Uint8Array<ArrayBuffer>, dataset: string | null = null) =>
  readHdf5(new Blob([data]), { dataset });
const rowsOf = async (path: string) => (await read(classicNetcdf(), path)).values?.rows;

it('lists variables of a NetCDF file of the classic format', async () => {
  const { format, nodes } = await read(classicNetcdf());
  expect(format).toBe('NetCDF of the classic format');
  expect(nodes.map(({ path, shape, type, note }) => [path, shape, type, note])).toEqual([
    ['/', [], null, null],
    ['/t', [2, 3], '16-bit integer', 'along time, x'],
    ['/s', [2], '64-bit float', 'along time'],
    ['/names', [3, 4], 'text', 'along x, n'],
    ['/k', [], '32-bit integer', null],
  ]);
  expect(nodes.map(({ attributes }) => attributes).slice(0, 2)).toEqual([
    [['title', 'A test']],
    [['units', 'K']],
  ]);
});

it('reads values, those of records too, as ncdump does', async () => {
  expect(await rowsOf('/t')).toEqual([
    ['0', '1', '2', '3'],
    ['1', '4', '5', '-6'],
  ]);
  expect(await rowsOf('/s')).toEqual([
    ['0', '0.5'],
    ['1', '0.25'],
  ]);
  expect((await rowsOf('/names'))?.map(([, name]) => name)).toEqual(['abcd', 'ef', 'g']);
  expect(await rowsOf('/k')).toEqual([['7']]);
});

it('counts the records of a file that was never closed', async () => {
  const data = classicNetcdf();
  data.fill(0xff, 4, 8);
  expect((await read(data)).nodes[2]?.shape).toEqual([2]);
});

it('survives any wrong byte', async () => {
  const original = classicNetcdf();
  for (let at = 4; at < original.length; at += isQuick ? 7 : 1) {
    const data = original.slice();
    data[at] = (data[at] ?? 0) ^ 0xff;
    await read(data, '/t').catch((error: Error) => expect(error.message).toMatch(/NetCDF/));
  }
});

it.each([
  ['HDF4', [0x0e, 0x03, 0x13, 0x01], 'HDF4'],
  ['CDF of NASA', [0xcd, 0xf3, 0, 1], 'Common Data Format'],
])('names what else has such an extension: %s', async (_, bytes, sentence) => {
  await expect(read(new Uint8Array([...bytes, 0, 0, 0, 0]))).rejects.toThrow(sentence);
});
