import { gzipSync } from 'node:zlib';
import { encodeNifti } from '@labroom/example-labs/encoders/nifti.ts';
import { expect, it } from 'vitest';
import { readNifti } from './read-nifti.ts';

it('unpacks no more than the volume', async () => {
  const nifti = encodeNifti({
    size: [4, 3, 2],
    voxel: [1, 2, 3],
    description: 'phantom',
    at: (x, y, z) => x + 10 * y + 100 * z,
  });
  const bomb = gzipSync(Buffer.concat([nifti, Buffer.alloc(20_000_000)]));
  const before = process.memoryUsage().arrayBuffers;
  expect((await readNifti(new Blob([new Uint8Array(bomb)]))).size).toEqual([4, 3, 2]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
});
