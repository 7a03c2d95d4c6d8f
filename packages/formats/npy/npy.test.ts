import { encodeZip } from '@labroom/example-labs/encoders/zip.ts';
import { expect, it } from 'vitest';
import { readNpy } from './read-npy.ts';

/** An array as NumPy writes it. */
function npy(descr: string, shape: string, data: ArrayBufferView | string, isFortran = false) {
  const dictionary = `{'descr': ${descr}, 'fortran_order': ${isFortran ? 'True' : 'False'}, 'shape': ${shape}, }`;
  const header = `${dictionary.padEnd(117)}\n`;
  const start = Buffer.from([0x93, ...Buffer.from('NUMPY'), 1, 0, header.length, 0]);
  const bytes = typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.buffer);
  return Uint8Array.from(Buffer.concat([start, Buffer.from(header), bytes]));
}
const read = (bytes: Uint8Array<ArrayBuffer>, dataset: string | null = null) =>
  readNpy(new Blob([bytes]), { dataset });
const columnOf = async (...array: Parameters<typeof npy>) =>
  (await read(npy(...array))).values?.rows.map(([, value]) => value);

it.each([
  ["'<f8'", Float64Array.of(0.1, -0.5, Number.NaN), ['0.1', '-0.5', 'NaN']],
  ["'<f4'", Float32Array.of(0.1, 1 / 3, Number.POSITIVE_INFINITY), ['0.1', '0.33333334', 'Infinity']],
  ["'<f2'", Uint16Array.of(0x2e66, 0xfbff, 0x7c00), ['0.1', '-65500', 'Infinity']],
  ["'<i8'", BigInt64Array.of(2n ** 63n - 1n, -5n, 0n), ['9223372036854775807', '-5', '0']],
  ["'<u8'", BigUint64Array.of(2n ** 64n - 1n, 1n, 0n), ['18446744073709551615', '1', '0']],
  ["'>i2'", Uint8Array.of(0, 1, 1, 0, 255, 255), ['1', '256', '-1']],
  ["'|b1'", Uint8Array.of(1, 0, 1), ['True', 'False', 'True']],
  ["'|S2'", 'a\0bcd\0', ['a', 'bc', 'd']],
  ["'<U1'", Uint32Array.of(97, 0x1f600, 0), ['a', '😀', '']],
  ["'<c8'", Float32Array.of(1, 2, 0.5, -0.25, 0, 0), ['1+2j', '0.5-0.25j', '0+0j']],
  ["'<M8[D]'", BigInt64Array.of(0n, 20_000n, -(2n ** 63n)), ['1970-01-01', '2024-10-04', 'NaT']],
  [
    "'<M8[us]'",
    BigInt64Array.of(1n, 0n, -1n),
    ['1970-01-01T00:00:00.000001', '1970-01-01T00:00:00.000000', '1969-12-31T23:59:59.999999'],
  ],
])('reads values of type %s exactly', async (descr, data, texts) => {
  expect(await columnOf(descr, '(3,)', data)).toEqual(texts);
});

it('reads a table in the order of C and of Fortran, and the first of several tables', async () => {
  const rows = [
    ['0', '1', '2', '3'],
    ['1', '4', '5', '6'],
  ];
  const inC = await read(npy("'|u1'", '(2, 3)', Uint8Array.of(1, 2, 3, 4, 5, 6)));
  expect(inC.nodes).toMatchObject([{ kind: 'dataset', shape: [2, 3], type: '8-bit unsigned integer' }]);
  expect(inC.values).toEqual({
    path: '/',
    header: ['Row', 'Column 0', 'Column 1', 'Column 2'],
    rows,
    note: null,
  });
  expect((await read(npy("'|u1'", '(2, 3)', Uint8Array.of(1, 4, 2, 5, 3, 6), true))).values?.rows).toEqual(
    rows,
  );
  const cube = await read(npy("'|u1'", '(2, 2, 2)', Uint8Array.of(0, 4, 2, 6, 1, 5, 3, 7), true));
  expect(cube.values).toMatchObject({
    rows: [
      ['0', '0', '1'],
      ['1', '2', '3'],
    ],
    note: 'The first of 2 tables is shown.',
  });
  expect((await read(npy("'|u1'", '()', Uint8Array.of(7)))).values?.rows).toEqual([['7']]);
});

it('reads named fields as columns', async () => {
  const data = Buffer.from([1, 0, 0, 0, ...Buffer.from('ab'), 2, 0, 0, 0, ...Buffer.from('c\0')]);
  const { nodes, values } = await read(
    npy("[('id', '<i4'), ('well', '|S2')]", '(2,)', Uint8Array.from(data)),
  );
  expect(nodes[0]?.type).toBe('id: 32-bit integer, well: text of 2 bytes');
  expect(values?.header).toEqual(['Row', 'id', 'well']);
  expect(values?.rows).toEqual([
    ['0', '1', 'ab'],
    ['1', '2', 'c'],
  ]);
});

it('lists the arrays of an .npz, and reads the one that is asked for', async () => {
  const zip = await encodeZip({
    'x.npy': npy("'|u1'", '(2,)', Uint8Array.of(1, 2)),
    'names.npy': npy("'|O'", '(1,)', 'pickle'),
  });
  const { nodes, values } = await read(zip, 'x');
  expect(nodes.map(({ path, kind, shape }) => [path, kind, shape])).toEqual([
    ['x', 'dataset', [2]],
    ['names', 'unreadable', []],
  ]);
  expect(nodes[1]?.note).toContain('only Python can read');
  expect(values?.rows).toEqual([
    ['0', '1'],
    ['1', '2'],
  ]);
  expect((await read(zip)).values).toBeNull();
  const cut = await read(await encodeZip({ 'x.npy': npy("'<f8'", '(3,)', Float64Array.of(1, 2)) }), 'x');
  expect(cut.nodes).toHaveLength(1);
  expect(cut.values?.note).toContain('it claims 3 values and has 2');
});

it.each([
  ['another file', Uint8Array.from(Buffer.from('a,b\n1,2\n3,4\n')), 'not a NumPy array'],
  ['nothing', new Uint8Array(0), 'not a NumPy array'],
  ['objects of Python', npy("'|O'", '(1,)', 'x'), 'only Python can read'],
  ['absurd lengths', npy("'<f8'", '(4000000000, 4000000)', 'x'), 'and has 0'],
  ['a length beyond all', npy("'<f8'", '(99999999999999999999,)', 'x'), 'its shape is impossible'],
  ['too few values', npy("'<f8'", '(3,)', Float64Array.of(1, 2)), 'it claims 3 values and has 2'],
  ['no shape', npy("'<f8'", 'x', 'x'), 'names no shape'],
  ['an unknown type', npy("'<f16'", '(1,)', 'x'), 'the preview cannot read: <f16'],
  ['endless items', npy("'|S999999999'", '(1,)', 'x'), 'the preview cannot read'],
  ['items of no length', npy("'|S0'", '(4000000000,)', 'x'), 'the preview cannot read'],
  ['fields in fields', npy("[('a', [('b', '<i4')])]", '(1,)', 'x'), 'the preview cannot read'],
])('says why it does not read %s', async (_, bytes, message) => {
  await expect(read(bytes)).rejects.toThrow(message);
});
