import { gzipSync } from 'node:zlib';
import { encodeNifti } from '@labroom/example-labs/encoders/nifti.ts';
import { expect, it } from 'vitest';
import { readNifti } from './read-nifti.ts';

const nifti = () =>
  encodeNifti({
    size: [4, 3, 2],
    voxel: [1, 2, 3],
    description: 'phantom',
    at: (x, y, z) => x + 10 * y + 100 * z,
  });
const volume = (bytes: Uint8Array) => readNifti(new Blob([new Uint8Array(bytes)]));
function changed(change: (view: DataView) => void): Uint8Array {
  const bytes = nifti();
  change(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return bytes;
}

/** One voxel of 32 bits. */
function nifti2(intent: number): Uint8Array {
  const bytes = new Uint8Array(548);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 540, true);
  bytes.set(Buffer.from('n+2'), 4);
  view.setInt16(12, 16, true);
  for (const index of [0, 1, 2, 3, 4, 5, 6, 7]) view.setBigInt64(16 + 8 * index, index === 0 ? 6n : 1n, true);
  view.setBigInt64(168, 544n, true);
  view.setInt32(504, intent, true);
  return bytes;
}

it.each([
  ['plain', nifti()],
  ['compressed', gzipSync(nifti())],
])('reads a volume: %s', async (_, bytes) => {
  const read = await volume(bytes);
  expect(read).toMatchObject({
    version: 1,
    size: [4, 3, 2],
    spacing: [1, 2, 3],
    unit: 'mm',
    count: 1,
    description: 'phantom',
  });
  expect(read.directions).toEqual([
    ['L', 'R'],
    ['P', 'A'],
    ['I', 'S'],
  ]);
  expect([...read.voxels.slice(0, 5), read.voxels.at(-1)]).toEqual([0, 1, 2, 3, 10, 123]);
});

it.each([3_000, 3_006, 3_099])(
  'says that a NIfTI-2 file of intent %i is CIFTI and no volume',
  async (intent) => {
    await expect(volume(nifti2(intent))).rejects.toThrow('Connectome Workbench');
  },
);

it('reads NIfTI-2 of another intent', async () => {
  expect(await volume(nifti2(2_999))).toMatchObject({ version: 2, size: [1, 1, 1] });
});

it.each([
  ['empty', new Uint8Array(0), 'too short'],
  ['another kind', new TextEncoder().encode('x'.repeat(400)), 'This is not a NIfTI file.'],
  ['truncated', nifti().slice(0, -2), 'voxels are missing'],
  ['truncated gzip', gzipSync(nifti()).subarray(0, -30), /damaged/],
  [
    'absurd size',
    changed((view) => [42, 44, 46].map((at) => view.setInt16(at, 32_767, true))),
    'A volume has 32767 × 32767 × 32767 voxels',
  ],
  ['negative size', changed((view) => view.setInt16(42, -4, true)), 'it claims -4 × 3 × 2 voxels'],
  ['absurd dimensions', changed((view) => view.setInt16(40, 3_000, true)), 'it claims 3,000 dimensions'],
  [
    'voxels at an impossible place',
    changed((view) => view.setFloat32(108, 1e30, true)),
    'at an impossible place',
  ],
  ['complex numbers', changed((view) => view.setInt16(70, 32, true)), 'code 32'],
])('says what is wrong with a volume: %s', async (_, bytes, message) => {
  await expect(volume(bytes)).rejects.toThrow(message);
});
