import { encodeFitsUnit, type FitsCard } from '@labroom/example-labs/encoders/fits.ts';
import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { readFits } from './read-fits.ts';

const read = (data: Uint8Array, dataset: string | null = null) =>
  readFits(new Blob([new Uint8Array(data)]), { dataset });
const int16 = (...values: number[]) => {
  const data = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) data.writeInt16BE(value, 2 * index);
  return data;
};
const image = (cards: readonly FitsCard[] = []) =>
  encodeFitsUnit(
    [['SIMPLE', 'T'], ['BITPIX', '16'], ['NAXIS', '2'], ['NAXIS1', '3'], ['NAXIS2', '2'], ...cards],
    int16(1, 2, 3, 4, -32_768, 6),
  );
const table = () => {
  const row = Buffer.alloc(26);
  row.write('M31', 0);
  row.writeBigInt64BE(2n ** 60n + 1n, 5);
  row.writeFloatBE(0.1, 13);
  row.write('T', 17);
  row.writeInt32BE(-1, 18);
  row.writeInt32BE(7, 22);
  return encodeFitsUnit(
    [
      ...([
        ['XTENSION', "'BINTABLE'"],
        ['BITPIX', '8'],
        ['NAXIS', '2'],
        ['NAXIS1', '26'],
        ['NAXIS2', '1'],
      ] as const),
      ...([
        ['PCOUNT', '0'],
        ['GCOUNT', '1'],
        ['TFIELDS', '5'],
        ['EXTNAME', "'STARS   '"],
      ] as const),
      ...([
        ['TTYPE1', "'name'"],
        ['TFORM1', "'5A'"],
        ['TTYPE2', "'id'"],
        ['TFORM2', "'K'"],
      ] as const),
      ...([
        ['TTYPE3', "'flux'"],
        ['TFORM3', "'E'"],
        ['TUNIT3', "'Jy'"],
        ['TTYPE4', "'ok'"],
        ['TFORM4', "'L'"],
      ] as const),
      ...([
        ['TTYPE5', "'pair'"],
        ['TFORM5', "'2J'"],
        ['TNULL5', '-1'],
      ] as const),
    ],
    row,
  );
};

it('lists units with their cards, and shows the only image', async () => {
  const { nodes, values } = await read(
    image([
      ['OBJECT', "'M 31''s core'  / a name"],
      ['EXPTIME', '1.5E2 / s'],
    ]),
  );
  expect(nodes).toEqual([
    {
      ...{
        path: '0',
        name: 'Primary',
        depth: 0,
        kind: 'dataset',
        shape: [2, 3],
        type: '16-bit integer',
        note: null,
      },
      attributes: [
        ['OBJECT', "M 31's core"],
        ['EXPTIME', '1.5E2'],
      ],
    },
  ]);
  expect(values?.rows).toEqual([
    ['0', '1', '2', '3'],
    ['1', '4', '-32768', '6'],
  ]);
});

it.each([
  ['unsigned integers', [['BZERO', '32768']], ['1', '32772', '0', '32774'], null],
  ['a blank', [['BLANK', '-32768']], ['1', '4', 'no value', '6'], null],
  [
    'a scale',
    [
      ['BSCALE', '0.5'],
      ['BZERO', '1.0D1'],
    ],
    ['1', '12', '-16374', '13'],
    'Values are calculated',
  ],
] as const)('reads pixels as they are meant: %s', async (_, cards, row, note) => {
  const { values } = await read(image(cards));
  expect(values?.rows[1]).toEqual(row);
  expect(values?.note ?? '').toContain(note ?? '');
});

it('reads a table of bytes', async () => {
  const { nodes, values } = await read(
    Buffer.concat([
      encodeFitsUnit([
        ['SIMPLE', 'T'],
        ['BITPIX', '8'],
        ['NAXIS', '0'],
      ]),
      table(),
    ]),
  );
  expect(nodes.map(({ name, kind, shape, note }) => [name, kind, shape, note])).toEqual([
    ['Primary', 'group', [], 'header without data'],
    ['STARS', 'dataset', [1], '5 columns'],
  ]);
  expect(values).toMatchObject({
    header: ['Row', 'name', 'id', 'flux (Jy)', 'ok', 'pair'],
    rows: [['0', 'M31', '1152921504606846977', '0.1', 'true', '[no value, 7]']],
  });
});

it('says what is wrong with a file', async () => {
  await expect(read(Buffer.from('a,b'))).rejects.toThrow('This is not a FITS file.');
  await expect(read(image().subarray(0, 400))).rejects.toThrow('The FITS file is damaged');
  const { nodes, values } = await read(image().subarray(0, 2_884));
  expect([nodes[0]?.note, values?.note]).toEqual([
    'the file is cut: data are missing',
    'The file is cut: data of this part are missing.',
  ]);
});

it('survives any wrong byte', async () => {
  const original = Buffer.concat([image(), table()]);
  for (let at = 0; at < original.length; at += isQuick ? 61 : 7) {
    const data = Buffer.from(original);
    data[at] = (data[at] ?? 0) ^ 0x15;
    await read(data, '1').catch((error: Error) => expect(error.message).toMatch(/FITS/));
  }
});
