import { inflateSync } from 'node:zlib';
import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { readMesh } from './read-mesh.ts';

/** A house of 4 × 2.5 × 3 with a floor of four corners: written by Open Asset Import Library, packed with zlib. */
const houses: Readonly<Record<string, string>> = {
  'house-text.stl':
    'eNql0ksKgzAQBuC9p5gLGP48TZc9Q08gmoKgRowtPX6DXbQYLAbJZmZC5mOGBN93LV1D6Ibp1rjRFXSvG7fQ6Oeh7gnxlLwg8o/FzdR7P8Xk6ebFveKVYJrwLai0gDV1Y/t5GoO1f3HSwW+K40oJdhESlbHGEpi0ynAtjdiV8ccVxJnQJA/RzEoBDWHWJkxrVQH8YnZktZU3K8iyKW/qBMMZvcwdHSmfsfYYheRTvwE8xc5Z',
  'house-bin.stl':
    'eNpzLC7OzC0ITk7NS2WgBmBD4TXsh9AKDlC+AyobE2DTgQsc8cvZ7/fmiB2aCcg6gOwF9kAKSNszhtqDhK4y8NmjqkJ2FbIOqB32EDtQVDFg1wG0Yz/CDhRVDNhdBQDMiyIa',
  'house2.obj':
    'eNqNULFOwzAU3P0VJzG0HWo7dtykbEgICYmKCfa0dYilJI5st6V/j+1SCRiAwbp353sn3bvBg+k1Jmf3h53eY3vG86RH3HmvAx6HybqAJ7N1jTtj3oUw3TJ2Op1o470ZJupbOuqwIDeYXxQcFRWULwgZQt+bLTp78FrQyEh0KRy1C/odk/UmGDt6cgSHoAo8TuWXiWfknyhQUKEgUwjHyyt21rq9GZug/bfg0bqh6WPsiCWnq1VdyUpICU6rsqjXlSxV+uBlXVVSinWVnH8blap/Gpe/Ri7/b00di1Rio32HWb7YDCcTulirbXax4dvljiS+eEnc67Y59GET2zvT9KQFCsYKCMYEJGMSJWNlkhNeFMWYSkom2XhVMsn7VyWTvJoV8gFYEYoc',
  'house-text.ply':
    'eNplj81OwzAQhO9+ijnCAdd241K4IU5ISDxC5SYbxVL8I9tUCU+PoZBWqWTt7H6zmpXjOLM+JGcKTG6theSCtcE58gWviUyhDscZH5E8XnKmgjcXQyp4t8dk0owHDKXE583G5Gxd5Lnnvm7dnTRXXNwzGuk37ESp0AS5YzGFWIcZ/Rjq3WkN5jX4WkJ60xL0xR9tLvhsB5NglxsH6zuaGPnuMJDpKDEBxTUEaxYVtYqreiaqfl9pbP/G//UrfAZibYjFuImRULXbooHGruoj9niqKqslIdVPW18Dqdk35NhrTQ==',
  'house-bin.ply':
    'eNqFT8tOwzAQLM+Cef3CHsuBtEUqBy4EcUJC4hMiJ9kolmzHspcq5sSn8Kmsi1SaqBKWZndnPN71Oh1F03kjCUplpY+FVkQaC7S1khaW2UJUnTFoCV48SsIaygjvDi08h4AEr8Z1nuBNlZ6fwx20RO5xPpchKOOy0GSWXbP1KrvPFrcCNW6ardET9rB8EM53jkmERnf8jX4sxLHwuW3SyAph9XevVSD4qFrpQW1nFMrW2AteqGhR1ujFZHMg/81f+bD+7ww8XH8/ccqH+m7PsQd2fPs8A32yb9ZxYgeMQ8ZRQlJOGKeJTDmcMc4TScteMC4TueJwzbhh/AAYiWUy',
};
const house = (name: string) => inflateSync(Buffer.from(houses[name] ?? '', 'base64'));
const read = (content: string | Uint8Array) =>
  readMesh(new Blob([typeof content === 'string' ? content : new Uint8Array(content)]));

it.each([
  ['house-text.stl', 'STL (text)'],
  ['house-bin.stl', 'STL (binary)'],
  ['house2.obj', 'OBJ'],
  ['house-text.ply', 'PLY (text)'],
  ['house-bin.ply', 'PLY (binary)'],
])('reads what another program wrote: %s', async (name, format) => {
  const mesh = await read(house(name));
  expect(mesh).toMatchObject({
    format,
    triangleCount: 6,
    box: { min: [0, 0, 0], max: [4, 2.5, 3] },
    drawn: 'triangles',
  });
  expect(mesh.positions).toHaveLength(6 * 9);
  expect(Math.abs(volumeOf(mesh.positions))).toBeCloseTo(10, 4);
});

/** Of a closed surface whose corners go round one way: a pyramid has a third of base times height. */
function volumeOf(positions: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < positions.length; at += 9) {
    const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, cx = 0, cy = 0, cz = 0] = positions.slice(
      at,
      at + 9,
    );
    sum += ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx);
  }
  return sum / 6;
}

it('counts corners from the last one, and takes a face of many corners apart', async () => {
  const mesh = await read(
    '# a square\no Square one\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf -4//1 -3/2/1 \\\n-2 -1\n',
  );
  expect(mesh).toMatchObject({ title: 'Square one', triangleCount: 2, vertexCount: 4 });
  expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0]);
});

it('reads points without faces', async () => {
  const header =
    'ply\nformat ascii 1.0\nelement vertex 2\nproperty uchar red\nproperty double x\nproperty double y\nproperty double z\nend_header\n';
  expect(await read(`${header}255 1 2 3\n0 4 5 6\n`)).toMatchObject({
    drawn: 'points',
    triangleCount: 0,
    vertexCount: 2,
    box: { min: [1, 2, 3], max: [4, 5, 6] },
    positions: Float32Array.of(1, 2, 3, 4, 5, 6),
  });
});

it('reads a PLY whose lines have more than its header says', async () => {
  const header =
    'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n';
  const mesh = await read(`${header}0 0 0 255\n1 0 0 255\n0 1 0\n3 0 1 2 9 1 1\n3 2 1 0\n`);
  expect(mesh).toMatchObject({ triangleCount: 2, box: { min: [0, 0, 0], max: [1, 1, 0] } });
});

it('knows STL of numbers whose header begins like that of text', async () => {
  const bytes = Buffer.from(house('house-bin.stl'));
  bytes.write('solid house\0');
  expect(await read(bytes)).toMatchObject({ format: 'STL (binary)', title: 'solid house' });
});

// Takes long, and few changes can break it.
if (!isQuick)
  it('draws the first triangles of many, and counts all of them', async () => {
    const one =
      'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n';
    const mesh = await read(`solid\n${one.repeat(500_001)}endsolid\n`);
    expect([mesh.triangleCount, mesh.positions.length]).toEqual([500_001, 500_000 * 9]);
  });

it.each([
  ['nothing', '', 'it has no corners'],
  ['a text', 'Dear reader,\n', 'it has no corners'],
  ['an object file', Buffer.from('64860300000000001e0200000a00000000', 'hex'), 'not a model'],
  ['a corner that is no number', 'v 0 0 x\n', 'no valid position'],
  ['a corner that does not exist', 'v 0 0 0\nf 1 2 3\n', 'a corner that does not exist'],
  ['a corner of number 0', 'v 0 0 0\nf 0 1 1\n', 'a corner that does not exist'],
  ['a facet of two corners', 'solid\nvertex 0 0 0\nvertex 1 0 0\nendfacet\nendsolid', 'not three corners'],
  ['a facet without end', `solid\n${'vertex 0 0 0\n'.repeat(12)}`, 'not three corners'],
  ['text that is cut', house('house-text.stl').subarray(0, 500), 'its end is missing'],
  ['numbers that are cut', house('house-bin.stl').subarray(0, 300), 'its end is missing'],
  ['PLY that is cut', house('house-bin.ply').subarray(0, 400), 'its end is missing'],
  ['an endless header', `ply\nformat ascii 1.0\n${'comment x\n'.repeat(10_000)}`, 'its header does not end'],
  [
    'more corners than bytes',
    'ply\nformat ascii 1.0\nelement vertex 999999999999\nproperty float x\nend_header\n1\n',
    'no valid position',
  ],
  [
    'elements without properties',
    'ply\nformat ascii 1.0\nelement nothing 999999999999\nend_header\n',
    'has no properties',
  ],
  [
    'a face of very many corners',
    `${'ply\nformat ascii 1.0\nelement face 1\nproperty list uint uint vertex_indices\nend_header\n'}4294967295 1`,
    'too many corners',
  ],
])('says what is wrong: %s', async (_, content, message) => {
  const error = await read(content).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnreadableFileError);
  expect(String(error)).toContain(message);
});
