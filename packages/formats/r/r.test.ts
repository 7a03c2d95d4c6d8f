import { gunzipSync, gzipSync } from 'node:zlib';
import { exampleRData, exampleRds } from '@labroom/example-labs/encoders/r.ts';
import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { readR } from './read-r.ts';

const read = (data: Uint8Array, dataset: string | null = null) =>
  readR(new Blob([new Uint8Array(data)]), { dataset });
const rowsOf = async (path: string) => (await read(exampleRds(), path)).values?.rows;

it('lists the objects of a list', async () => {
  const { nodes } = await read(exampleRds());
  expect(nodes.map(({ path, kind, shape, type }) => [path, kind, shape, type])).toEqual([
    ['/', 'group', [], 'list of 7'],
    ['/frame', 'dataset', [2], 'data frame, 6 columns'],
    ['/m', 'dataset', [2, 3], 'integer'],
    ['/seq', 'dataset', [1_000], 'integer'],
    ['/named', 'dataset', [2], 'double'],
    ['/f', 'group', [], 'function, environment or call'],
    ['/nested', 'group', [], 'list of 2'],
    ['/nested/[[1]]', 'dataset', [1], 'double'],
    ['/nested/[[2]]', 'dataset', [1], 'character'],
    ['/z', 'dataset', [1], 'complex'],
  ]);
});

it('reads values, what is missing, factors and dates as R prints them', async () => {
  const { values } = await read(exampleRds(), '/frame');
  expect(values).toMatchObject({
    header: ['Row', 'id', 'name', 'mass', 'kind', 'day', 'ok'],
    rows: [
      ['1', '1', 'héllo', '0.1', 'b', '2020-02-29', 'TRUE'],
      ['2', 'NA', 'NA', 'NaN', 'a', 'NA', 'NA'],
    ],
  });
  expect(await rowsOf('/m')).toEqual([
    ['a', '1', '3', '5'],
    ['b', '2', '4', '6'],
  ]);
  expect((await rowsOf('/seq'))?.at(-1)).toEqual(['1000', '1000']);
  expect(await rowsOf('/named')).toEqual([
    ['x', '1.5'],
    ['y', 'NA'],
  ]);
  expect(await rowsOf('/z')).toEqual([['1', '1-2i']]);
});

it('reads the variables of a workspace', async () => {
  const { nodes, values } = await read(exampleRData(), '/numbers');
  expect(nodes.map(({ path }) => path)).toEqual(['/frame', '/numbers']);
  expect(values?.rows).toEqual([
    ['1', '3.5'],
    ['2', 'Inf'],
  ]);
});

it('says what is wrong with a file', async () => {
  await expect(read(Buffer.from('a,b'))).rejects.toThrow('This is not an R file');
  await expect(read(Buffer.from('BZh91AY'))).rejects.toThrow('compressed with bzip2 or xz');
  await expect(read(gzipSync(gunzipSync(exampleRds()).subarray(0, 300)))).rejects.toThrow(
    'The R file is damaged',
  );
});

it('survives any wrong byte', async () => {
  const original = gunzipSync(exampleRds());
  for (let at = 2; at < original.length; at += isQuick ? 53 : 1) {
    const data = Buffer.from(original);
    data[at] = (data[at] ?? 0) ^ 0xff;
    await read(gzipSync(data), '/frame').catch((error: Error) => expect(error.message).toMatch(/R file/));
  }
});
