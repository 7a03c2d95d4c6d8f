import type { Bytes } from './zip.ts';

interface Volume {
  /** Number of voxels along x, y and z. */
  size: readonly [number, number, number];
  /** Edge lengths of a voxel in millimetres. */
  voxel: readonly [number, number, number];
  /** At most 79 characters. */
  description: string;
  /** Intensity of a voxel, an integer from -32,768 to 32,767. */
  at(x: number, y: number, z: number): number;
}

/** A NIfTI-1 volume of 16-bit integers (`.nii`), centered on the origin. */
export function encodeNifti({ size, voxel, description, at }: Volume): Bytes {
  const [columns, rows, slices] = size;
  const dataAt = 352;
  const file = Buffer.alloc(dataAt + columns * rows * slices * 2);
  file.writeInt32LE(348, 0);
  for (const [index, length] of [3, ...size, 1, 1, 1, 1].entries()) file.writeInt16LE(length, 40 + index * 2);
  file.writeInt16LE(4, 70); // 16-bit integers
  file.writeInt16LE(16, 72);
  for (const [index, edge] of [1, ...voxel].entries()) file.writeFloatLE(edge, 76 + index * 4);
  file.writeFloatLE(dataAt, 108);
  file.writeFloatLE(1, 112); // slope
  file[123] = 2; // millimetres
  file.write(description, 148, 79, 'latin1');
  file.writeInt16LE(1, 254); // the three rows below are the coordinates
  for (const [axis, edge] of voxel.entries()) {
    const row = 280 + axis * 16;
    file.writeFloatLE(edge, row + axis * 4);
    file.writeFloatLE((-edge * ((size[axis] ?? 1) - 1)) / 2, row + 12);
  }
  file.write('n+1\0', 344, 'latin1');
  let place = dataAt;
  for (let z = 0; z < slices; z++)
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < columns; x++) place = file.writeInt16LE(at(x, y, z), place);
  return Uint8Array.from(file);
}
