import { encodeHdf5 } from '@labroom/example-labs/encoders/hdf5.ts';
import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { h5pyFile } from './hdf5.fixture.ts';
import { readHdf5 } from './read-hdf5.ts';

const bytes = () =>
  encodeHdf5([
    { name: 'current', shape: [3], values: [0.5, 1, 1.5], attributes: { unit: 'mA' } },
    { name: 'map', shape: [2, 2], values: [1, 2, 3, 4], attributes: {} },
    { name: 'stack', shape: [2, 1, 2], values: [1, 2, 3, 4], attributes: {} },
  ]);
const read = (data: Uint8Array, dataset: string | null = null) =>
  readHdf5(new Blob([new Uint8Array(data)]), { dataset });

it('lists groups, datasets and attributes', async () => {
  const { nodes, isCut, values } = await read(bytes());
  expect([isCut, values]).toEqual([false, null]);
  expect(nodes.map(({ path, kind, shape, type }) => [path, kind, shape, type])).toEqual([
    ['/', 'group', [], null],
    ['/current', 'dataset', [3], '64-bit float'],
    ['/map', 'dataset', [2, 2], '64-bit float'],
    ['/stack', 'dataset', [2, 1, 2], '64-bit float'],
  ]);
  expect(nodes[1]?.attributes).toEqual([['unit', 'mA']]);
});

it.each([
  [
    '/current',
    ['Index', 'Value'],
    [
      ['0', '0.5'],
      ['1', '1'],
      ['2', '1.5'],
    ],
    null,
  ],
  [
    '/map',
    ['Row', 'Column 0', 'Column 1'],
    [
      ['0', '1', '2'],
      ['1', '3', '4'],
    ],
    null,
  ],
  ['/stack', ['Row', 'Column 0', 'Column 1'], [['0', '1', '2']], 'The first of 2 tables is shown.'],
  ['/nothing', [], [], 'The values are stored in a way that the preview cannot read.'],
])('reads the values of %s', async (path, header, rows, note) => {
  expect((await read(bytes(), path)).values).toEqual({ path, header, rows, note });
});

it('reads a file behind a block of another program, as MATLAB 7.3 writes it', async () => {
  const block = Buffer.from('MATLAB 7.3 MAT-file, HDF5 schema 1.00 .'.padEnd(512));
  expect((await read(Buffer.concat([block, bytes()]), '/current')).values?.rows).toEqual([
    ['0', '0.5'],
    ['1', '1'],
    ['2', '1.5'],
  ]);
  await expect(read(Buffer.concat([Buffer.alloc(100), bytes()]))).rejects.toThrow('not an HDF5 file');
});

it('reads every digit of an integer of 64 bits', async () => {
  const data = Buffer.from(bytes());
  // The type of the first dataset becomes a signed integer of 64 bits.
  const type = data.indexOf(Buffer.from([0x11, 0x20, 0x3f, 0]));
  data.set([0x10, 0x08, 0, 0], type);
  const { nodes, values } = await read(data, '/current');
  expect(nodes[1]?.type).toBe('64-bit integer');
  expect(values?.rows[2]).toEqual(['2', '4609434218613702656']);
});

it('reads records, names of enumerations, and shapes of what is empty or partly written, as h5py does', async () => {
  const { nodes } = await read(h5pyFile());
  expect(nodes.map(({ name, shape, type, note }) => [name, shape, type ?? note])).toEqual([
    ['/', [], null],
    ['big', [1], '64-bit integer'],
    ['cells', [2], 'id: 64-bit integer, mass: 32-bit float, tag: text of 3 bytes, kept: one of FALSE, TRUE'],
    ['names', [2], 'variable-length string'],
    ['none', [0, 7], '64-bit float'],
    ['nothing', [], 'without a value'],
    ['partly', [4, 3], '16-bit integer'],
  ]);
  const valuesOf = async (path: string) => (await read(h5pyFile(), path)).values;
  expect(await valuesOf('/cells')).toMatchObject({
    header: ['Row', 'id', 'mass', 'tag', 'kept'],
    rows: [
      ['0', '1', '2.5', 'ab', 'TRUE'],
      ['1', '-2', '0.1', 'c', 'FALSE'],
    ],
  });
  expect((await valuesOf('/partly'))?.rows).toEqual([
    ['0', '-1', '-1', '-1'],
    ['1', '-1', '-1', '-1'],
    ['2', '1', '2', '-1'],
    ['3', '3', '4', '-1'],
  ]);
  expect((await valuesOf('/big'))?.rows).toEqual([['0', '1152921504606846977']]);
  expect((await valuesOf('/names'))?.rows.map(([, name]) => name)).toEqual(['αα', 'b']);
  expect((await valuesOf('/none'))?.note).toBe('The dataset is empty.');
  expect((await valuesOf('/nothing'))?.note).toBe('The dataset has no value.');
});

it('reads attributes of every type, and says what it cuts', async () => {
  const { nodes } = await read(h5pyFile());
  const attributes = new Map(nodes.find(({ name }) => name === 'big')?.attributes);
  expect(attributes.get('flag')).toBe('TRUE');
  expect(attributes.get('empty')).toBe('(empty)');
  expect(attributes.get('pair')).toBe('{a: 1, b: 2}');
  expect(attributes.get('long')).toBe(`${'x'.repeat(300)}…`);
  expect(attributes.get('list')).toMatch(/^0, 1, .*, 19, …$/);
});

it('survives any wrong byte of records and chunks', async () => {
  const original = h5pyFile();
  for (let at = 8; at < original.length; at += isQuick ? 504 : 7) {
    const data = original.slice();
    data[at] = (data[at] ?? 0) ^ 0xff;
    for (const path of ['/cells', '/partly'])
      await read(data, path).catch((error: Error) => expect(error.message).toMatch(/HDF5/));
  }
}, 60_000);

it('reads no values of a dataset that claims too many', async () => {
  const data = bytes();
  const view = new DataView(data.buffer, data.byteOffset);
  // The length of the axis follows the version, one axis, no flags and the kind of the dataspace.
  const at = data.findIndex(
    (_, index) =>
      data[index] === 2 && data[index + 1] === 1 && data[index + 2] === 0 && data[index + 3] === 1,
  );
  view.setBigUint64(at + 4, 0xfffffff0n, true);
  const { values } = await read(data, '/current');
  expect(values?.note).toContain('reads up to 2,000,000 values');
});

it.each([
  ['empty', new Uint8Array(0), 'This is not an HDF5 file'],
  ['another kind', new TextEncoder().encode('a,b\n1,2\n'), 'This is a text, not an HDF5 file'],
  ['cut', bytes().slice(0, 60), 'The HDF5 file is damaged'],
])('says what is wrong with a file: %s', async (_, data, message) => {
  await expect(read(data)).rejects.toThrow(message);
});

it('ends with a group that contains itself', async () => {
  const data = bytes();
  const view = new DataView(data.buffer, data.byteOffset);
  const name = Buffer.from(data).indexOf('current');
  view.setBigUint64(name + 'current'.length, 48n, true);
  const { nodes } = await read(data);
  expect(nodes[1]).toMatchObject({
    path: '/current',
    kind: 'link',
    note: 'the same object as another one in this list',
  });
});

it('survives any wrong byte', async () => {
  const original = bytes();
  for (let at = 8; at < original.length; at += isQuick ? 60 : 2) {
    const data = original.slice();
    data[at] = (data[at] ?? 0) ^ 0xff;
    await read(data, '/current').then(
      ({ nodes }) => expect(nodes.length).toBeLessThanOrEqual(1_000),
      (error: Error) => expect(error.message).toMatch(/HDF5/),
    );
  }
}, 30_000);
