import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { readHdf5 } from '../hdf5/read-hdf5.ts';
import { scipyMat } from './matlab.fixture.ts';

const read = (data: Uint8Array<ArrayBuffer>, dataset: string | null = null) =>
  readHdf5(new Blob([data]), { dataset });
const rowsOf = async (path: string) => (await read(scipyMat(), path)).values?.rows;

it('lists variables, cells and fields of a MATLAB file of version 5', async () => {
  const { format, nodes } = await read(scipyMat());
  expect(format).toBe('MATLAB of version 5 to 7');
  expect(nodes.map(({ path, kind, shape, type }) => [path, kind, shape, type])).toEqual([
    ['/', 'group', [], null],
    ['/m', 'dataset', [2, 3], 'double'],
    ['/text', 'dataset', [1, 5], 'char'],
    ['/cells', 'group', [], '1 × 2 cell'],
    ['/cells/{1}', 'dataset', [1, 1], 'double'],
    ['/cells/{2}', 'dataset', [1, 1], 'char'],
    ['/s', 'group', [], '1 × 1 struct'],
    ['/s/a', 'dataset', [1, 1], 'int64'],
    ['/s/b', 'dataset', [1, 2], 'logical'],
    ['/z', 'dataset', [1, 1], 'complex double'],
    ['/sp', 'dataset', [2, 2], 'sparse'],
    ['/cube', 'dataset', [2, 3, 2], 'double'],
    ['/none', 'dataset', [0, 3], 'double'],
  ]);
});

it('reads values as SciPy does', async () => {
  expect(await rowsOf('/m')).toEqual([
    ['0', '1', '2', '3'],
    ['1', '4', '5', '300'],
  ]);
  expect(await rowsOf('/text')).toEqual([['héllo']]);
  expect(await rowsOf('/s/a')).toEqual([['0', '1152921504606846977']]);
  expect(await rowsOf('/z')).toEqual([['0', '1+2i']]);
  expect(await rowsOf('/sp')).toEqual([['0', '1', '2', '7']]);
  expect(await rowsOf('/cube')).toEqual([
    ['0', '0', '1'],
    ['1', '2', '3'],
    ['2', '4', '5'],
  ]);
  expect((await read(scipyMat(), '/none')).values?.note).toBe('The array is empty.');
});

it('survives any wrong byte, and says that what is packed is damaged', async () => {
  const original = scipyMat();
  for (let at = 128; at < original.length; at += isQuick ? 67 : 1) {
    const data = original.slice();
    data[at] = (data[at] ?? 0) ^ 0xff;
    await read(data, '/m').catch((error: Error) => expect(error.message).toMatch(/MATLAB|variable|HDF5/));
  }
  const data = original.slice();
  data[150] = (data[150] ?? 0) ^ 0x01;
  await expect(read(data)).rejects.toThrow('The MATLAB file is damaged');
});

it('says that a matrix in a text is a text', async () => {
  await expect(read(new Uint8Array(new TextEncoder().encode('A R N\n1 2 3\n')))).rejects.toThrow(
    'This is a text',
  );
});

it('reads logical values of a sparse matrix, whose type MATLAB names wrongly', async () => {
  const { values } = await read(sparseLogical(), '/sp_log');
  expect(values?.rows).toEqual([
    ['0', '1', '2', '1'],
    ['1', '2', '4', '1'],
  ]);
});

/** As MATLAB 8 writes it, for the two values of a matrix of 5 × 5 that are true. */
function sparseLogical(): Uint8Array<ArrayBuffer> {
  const element = (type: number, content: Uint8Array) => {
    const data = Buffer.alloc(8 + 8 * Math.ceil(content.length / 8));
    data.writeUInt32LE(type, 0);
    data.writeUInt32LE(content.length, 4);
    data.set(content, 8);
    return data;
  };
  const ints = (...values: number[]) => new Uint8Array(Int32Array.from(values).buffer);
  const matrix = Buffer.concat([
    ...[element(6, ints(0x0205, 2)), element(5, ints(5, 5)), element(1, Buffer.from('sp_log'))],
    ...[element(5, ints(0, 1)), element(5, ints(0, 0, 1, 1, 2, 2)), element(9, Uint8Array.of(1, 1))],
  ]);
  const header = Buffer.alloc(128);
  header.write('MATLAB 5.0 MAT-file');
  header.set([0, 1, 0x49, 0x4d], 124);
  return Uint8Array.from(Buffer.concat([header, element(14, matrix)]));
}
