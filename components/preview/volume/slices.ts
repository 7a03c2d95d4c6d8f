import type { ModelOf } from '@labroom/formats/models';

type VoxelArray = ModelOf<'nifti'>['voxels'];

export interface Window {
  center: number;
  width: number;
}

/** The middle 96 % of the values of at most 200,000 voxels. */
export function windowOf(
  voxels: VoxelArray,
  slope = 1,
  intercept = 0,
): Window & { min: number; max: number } {
  const step = Math.max(1, Math.floor(voxels.length / 200_000));
  const samples = new Float64Array(Math.ceil(voxels.length / step));
  for (let index = 0; index < samples.length; index++) {
    samples[index] = (voxels[index * step] ?? 0) * slope + intercept;
  }
  const sorted = samples.filter((value) => Number.isFinite(value)).sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  const [low, high] = [at(0.02), at(0.98)];
  const [min, max] = [at(0), at(1)];
  const [from, to] = high > low ? [low, high] : [min, max];
  return { center: (from + to) / 2, width: Math.max(to - from, Number.EPSILON), min, max };
}

interface SliceSource {
  size: readonly [number, number, number];
  voxels: VoxelArray;
  slope: number;
  intercept: number;
}

/** The two axes that a slice across `axis` shows: to the right and upwards. */
export const PLANES = [
  { right: 1, up: 2 },
  { right: 0, up: 2 },
  { right: 0, up: 1 },
] as const;

export interface GraySlice {
  width: number;
  height: number;
  /** RGBA, row by row from the top. */
  pixels: Uint8ClampedArray<ArrayBuffer>;
}

/** One slice in grays: black at the lower end of the window, white at the upper. */
export function sliceOf(source: SliceSource, axis: 0 | 1 | 2, place: number, window: Window): GraySlice {
  const { size, voxels, slope, intercept } = source;
  const { right, up } = PLANES[axis];
  const strides = [1, size[0], size[0] * size[1]] as const;
  const [width, height] = [size[right], size[up]];
  const pixels = new Uint8ClampedArray(width * height * 4);
  const low = window.center - window.width / 2;
  let at = 0;
  for (let row = height - 1; row >= 0; row--) {
    let voxel = place * strides[axis] + row * strides[up];
    for (let column = 0; column < width; column++) {
      const value = (voxels[voxel] ?? 0) * slope + intercept;
      const gray = ((value - low) / window.width) * 255;
      pixels[at] = pixels[at + 1] = pixels[at + 2] = gray;
      pixels[at + 3] = 255;
      at += 4;
      voxel += strides[right];
    }
  }
  return { width, height, pixels };
}
