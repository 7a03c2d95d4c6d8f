import { BoundedReader } from '../source/bounded-reader.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';

export type VoxelArray =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

export interface Volume {
  version: 1 | 2;
  description: string;
  /** Voxels along the three axes. */
  size: [x: number, y: number, z: number];
  /** Edge lengths of a voxel. */
  spacing: [x: number, y: number, z: number];
  unit: string;
  /** Directions along the three axes, e.g. `['L', 'R']`, if the file tells them. */
  directions: [from: string, to: string][] | null;
  /** Number of volumes, e.g. points in time. The first one is read. */
  count: number;
  dataType: string;
  /** The first axis varies fastest. */
  voxels: VoxelArray;
  slope: number;
  intercept: number;
}

export const MAX_VOXELS = 64_000_000;
const MAX_AXIS = 32_767;
const MAX_HEADER_BYTES = 1024 * 1024;
const UNITS: Readonly<Record<number, string>> = { 1: 'm', 2: 'mm', 3: 'µm' };

interface VoxelType {
  name: string;
  bytes: number;
  make: (buffer: ArrayBuffer) => VoxelArray;
}

const TYPES: Readonly<Record<number, VoxelType>> = {
  2: { name: 'unsigned 8-bit integers', bytes: 1, make: (buffer) => new Uint8Array(buffer) },
  4: { name: '16-bit integers', bytes: 2, make: (buffer) => new Int16Array(buffer) },
  8: { name: '32-bit integers', bytes: 4, make: (buffer) => new Int32Array(buffer) },
  16: { name: '32-bit floating-point numbers', bytes: 4, make: (buffer) => new Float32Array(buffer) },
  64: { name: '64-bit floating-point numbers', bytes: 8, make: (buffer) => new Float64Array(buffer) },
  256: { name: '8-bit integers', bytes: 1, make: (buffer) => new Int8Array(buffer) },
  512: { name: 'unsigned 16-bit integers', bytes: 2, make: (buffer) => new Uint16Array(buffer) },
  768: { name: 'unsigned 32-bit integers', bytes: 4, make: (buffer) => new Uint32Array(buffer) },
};

const damaged = (why: string) => new UnreadableFileError(`The NIfTI file is damaged: ${why}.`);

/**
 * Reads the first volume of a NIfTI-1 or NIfTI-2 file, compressed with gzip or not. The size of the volume is checked
 * before it is unpacked, and no more than it is unpacked.
 */
export async function readNifti(body: Blob): Promise<Volume> {
  const start = new Uint8Array(await body.slice(0, 2).arrayBuffer());
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  const reader = new BoundedReader(body, isGzip);
  try {
    return await readVolume(reader, isGzip ? null : body.size);
  } finally {
    reader.cancel();
  }
}

async function readVolume(reader: BoundedReader, fileBytes: number | null): Promise<Volume> {
  const first = await reader.read(348);
  if (first.length < 348) throw new UnreadableFileError('This is not a NIfTI file: it is too short.');
  const firstView = new DataView(first.buffer);
  const [little, big] = [firstView.getInt32(0, true), firstView.getInt32(0, false)];
  const version = little === 348 || big === 348 ? 1 : little === 540 || big === 540 ? 2 : null;
  if (version === null) throw new UnreadableFileError('This is not a NIfTI file.');
  const isLittle = little === 348 || little === 540;
  const rest = version === 2 ? await reader.read(540 - 348) : new Uint8Array(0);
  const bytes = new Uint8Array([...first, ...rest]);
  if (bytes.length < (version === 1 ? 348 : 540)) throw damaged('its header is incomplete');
  const header = readHeader(bytes, version, isLittle);
  const { size, count, type, dataAt } = header;
  if (size.some((length) => !(length >= 1 && length <= MAX_AXIS))) {
    throw damaged(`it claims ${size.map((length) => length.toLocaleString('en')).join(' × ')} voxels`);
  }
  const voxelCount = size[0] * size[1] * size[2];
  if (voxelCount > MAX_VOXELS) {
    throw new UnreadableFileError(
      `A volume has ${size.join(' × ')} voxels; the preview shows up to ${MAX_VOXELS.toLocaleString('en')}.`,
    );
  }
  if (!(dataAt >= bytes.length && dataAt <= MAX_HEADER_BYTES))
    throw damaged('its voxels are at an impossible place');
  const wanted = voxelCount * type.bytes;
  if (fileBytes !== null && dataAt + wanted > fileBytes) throw damaged('voxels are missing');
  await reader.read(dataAt - bytes.length);
  const data = await reader.read(wanted);
  if (data.length < wanted) throw damaged('voxels are missing');
  // To the end of a compressed file, where its checksum is.
  if (count === 1) await reader.read(1);
  if (!isLittle) swapBytes(data, type.bytes);
  const { description, spacing, unit, directions, slope, intercept } = header;
  return {
    version,
    description,
    size,
    spacing,
    unit,
    directions,
    count,
    dataType: type.name,
    voxels: type.make(data.buffer),
    slope,
    intercept,
  };
}

function readHeader(bytes: Uint8Array<ArrayBuffer>, version: 1 | 2, isLittle: boolean) {
  const view = new DataView(bytes.buffer);
  const isFirst = version === 1;
  const magic = new TextDecoder('latin1').decode(bytes.subarray(isFirst ? 344 : 4, (isFirst ? 344 : 4) + 3));
  if (magic === 'ni1' || magic === 'ni2') {
    throw new UnreadableFileError(
      'This file has only the header; its voxels are in a file with the extension .img.',
    );
  }
  if (magic !== 'n+1' && magic !== 'n+2')
    throw new UnreadableFileError('This is an Analyze or another file, not NIfTI.');
  const long = (at: number) => Number(view.getBigInt64(at, isLittle));
  const float = (at: number) => (isFirst ? view.getFloat32(at, isLittle) : view.getFloat64(at, isLittle));
  const width = isFirst ? 4 : 8;
  const dimension = (index: number) =>
    isFirst ? view.getInt16(40 + 2 * index, isLittle) : long(16 + 8 * index);
  const axes = dimension(0);
  if (!(axes >= 1 && axes <= 7)) throw damaged(`it claims ${axes.toLocaleString('en')} dimensions`);
  const lengths = Array.from({ length: 7 }, (_, index) => (index < axes ? dimension(index + 1) : 1));
  const [x = 1, y = 1, z = 1, ...others] = lengths;
  if (!isFirst) requireVolume(view.getInt32(504, isLittle));
  const code = view.getInt16(isFirst ? 70 : 12, isLittle);
  const type = TYPES[code];
  if (!type)
    throw new UnreadableFileError(`Its voxels have a type that the preview cannot show (code ${code}).`);
  const spacing = [1, 2, 3].map((axis) => {
    const value = Math.abs(float((isFirst ? 76 : 104) + axis * width));
    return value > 0 && Number.isFinite(value) ? value : 1;
  });
  const slope = float(isFirst ? 112 : 176);
  const intercept = float(isFirst ? 116 : 184);
  const units = isFirst ? (bytes[123] ?? 0) : view.getInt32(500, isLittle);
  const text = new TextDecoder('latin1').decode(bytes.subarray(isFirst ? 148 : 240, isFirst ? 228 : 320));
  return {
    size: [x, y, z] as [number, number, number],
    spacing: spacing as [number, number, number],
    count: others.reduce((product, length) => product * Math.max(1, length), 1),
    type,
    dataAt: Math.round(isFirst ? view.getFloat32(108, isLittle) : long(168)),
    description: text.replace(/\0.*$/s, '').trim(),
    unit: UNITS[units & 7] ?? '',
    directions: directionsOf(view, isFirst, isLittle),
    // A slope of 0 means that values are not scaled.
    slope: slope !== 0 && Number.isFinite(slope) ? slope : 1,
    intercept: slope !== 0 && Number.isFinite(intercept) ? intercept : 0,
  };
}

/** CIFTI-2 has the header of NIfTI-2, and an intent between 3000 and 3099. Its axes are places on the cortex, times or parcels. */
function requireVolume(intent: number): void {
  if (intent >= 3_000 && intent < 3_100)
    throw new UnreadableFileError(
      'This is a CIFTI file: values of places on the surface of a brain, not a volume. Connectome Workbench shows it.',
    );
}

/** Names the directions of the axes by the matrix of the file (`sform`), whose rows point right, front and up. */
function directionsOf(view: DataView, isFirst: boolean, isLittle: boolean): [string, string][] | null {
  const code = isFirst ? view.getInt16(254, isLittle) : view.getInt32(348, isLittle);
  if (code <= 0) return null;
  const at = (row: number, column: number) =>
    isFirst
      ? view.getFloat32(280 + row * 16 + column * 4, isLittle)
      : view.getFloat64(400 + row * 32 + column * 8, isLittle);
  const names = [
    ['L', 'R'],
    ['P', 'A'],
    ['I', 'S'],
  ] as const;
  const directions = [0, 1, 2].map((axis): [string, string] => {
    const parts = [0, 1, 2].map((row) => at(row, axis));
    const row = [0, 1, 2].reduce((best, other) =>
      Math.abs(parts[other] ?? 0) > Math.abs(parts[best] ?? 0) ? other : best,
    );
    const [negative, positive] = names[row] ?? ['', ''];
    return (parts[row] ?? 0) >= 0 ? [negative, positive] : [positive, negative];
  });
  return new Set(directions.map(([one, other]) => [one, other].sort().join())).size === 3 ? directions : null;
}

function swapBytes(bytes: Uint8Array, width: number): void {
  if (width === 1) return;
  for (let at = 0; at + width <= bytes.length; at += width) bytes.subarray(at, at + width).reverse();
}
