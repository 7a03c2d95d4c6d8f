import { type DataObjects, Filters } from 'jsfive';

const NODE_TYPE_CHUNKS = 1;
const MAX_CHUNKS = 200_000;
const MAX_LEVELS = 16;
const NOWHERE = 2n ** 64n - 1n;

interface Chunk {
  bytes: number;
  /** Filters that this chunk was written without, as bits. */
  skipped: number;
  /** Place of its first value along each axis. */
  start: number[];
  at: number;
}

/** Chunks of a dataset, by its B-tree of version 1 (HDF5 File Format Specification, III.A.1). Its addresses are not trusted. */
function* chunksAt(file: DataView, at: number, axes: number, level = MAX_LEVELS): Generator<Chunk> {
  if (level < 0 || file.getUint32(at) !== 0x54524545 || file.getUint8(at + 4) !== NODE_TYPE_CHUNKS)
    throw new RangeError('The tree of chunks is damaged');
  const isLeaf = file.getUint8(at + 5) === 0;
  const count = file.getUint16(at + 6, true);
  // The size of a value is the last axis.
  const keyBytes = 8 + 8 * (axes + 1);
  for (let index = 0; index < count; index++) {
    const keyAt = at + 24 + index * (keyBytes + 8);
    const child = Number(file.getBigUint64(keyAt + keyBytes, true));
    if (!isLeaf) {
      yield* chunksAt(file, child, axes, level - 1);
      continue;
    }
    const start = Array.from({ length: axes }, (_, axis) =>
      Number(file.getBigUint64(keyAt + 8 + 8 * axis, true)),
    );
    yield { bytes: file.getUint32(keyAt, true), skipped: file.getUint32(keyAt + 4, true), start, at: child };
  }
}

interface Place {
  shape: readonly number[];
  /** Bytes of one value. */
  itemBytes: number;
  /** Where the tree of chunks begins. */
  treeAt: bigint;
}

/** Copies the chunks of a dataset to their places. Returns whether there are any. */
export function copyChunks(
  objects: DataObjects,
  target: Uint8Array,
  { shape, itemBytes, treeAt }: Place,
): boolean {
  const { chunks: lengths, filter_pipeline: filters } = objects;
  if (!lengths || lengths.length !== shape.length) throw new RangeError('The chunks have other axes');
  if (treeAt === NOWHERE) return false;
  const chunkBytes = lengths.reduce((product, length) => product * length, itemBytes);
  let count = 0;
  for (const chunk of chunksAt(new DataView(objects.fh), Number(treeAt), shape.length)) {
    if (++count > MAX_CHUNKS) throw new RangeError('Too many chunks');
    const stored = objects.fh.slice(chunk.at, chunk.at + (filters === null ? chunkBytes : chunk.bytes));
    const bytes = new Uint8Array(unfiltered(stored, filters ?? [], chunk.skipped, itemBytes));
    if (bytes.length < chunkBytes) throw new RangeError('A chunk is too short');
    copy(bytes, target, { lengths, shape, start: chunk.start, itemBytes });
  }
  return count > 0;
}

function unfiltered(
  stored: ArrayBuffer,
  filters: readonly ReadonlyMap<string, unknown>[],
  skipped: number,
  itemBytes: number,
): ArrayBuffer {
  let bytes = stored;
  for (const [index, filter] of [...filters.entries()].reverse()) {
    if ((skipped & (1 << index)) !== 0) continue;
    const undo = Filters.get(Number(filter.get('filter_id')));
    if (!undo) throw new RangeError('A filter is not known');
    bytes = undo(bytes, itemBytes, []);
  }
  return bytes;
}

interface Copied {
  lengths: readonly number[];
  shape: readonly number[];
  start: readonly number[];
  itemBytes: number;
}

/** Row by row; what lies outside the dataset is left out. */
function copy(bytes: Uint8Array, target: Uint8Array, { lengths, shape, start, itemBytes }: Copied): void {
  const last = shape.length - 1;
  const width = Math.min(lengths[last] ?? 0, (shape[last] ?? 0) - (start[last] ?? 0));
  const rows = lengths.slice(0, last).reduce((product, length) => product * length, 1);
  if (width <= 0) return;
  for (let row = 0; row < rows; row++) {
    let [rest, place, stride, isInside] = [row, start[last] ?? 0, shape[last] ?? 0, true];
    for (let axis = last - 1; axis >= 0; axis--) {
      const length = lengths[axis] ?? 1;
      const at = (start[axis] ?? 0) + (rest % length);
      rest = Math.floor(rest / length);
      isInside &&= at < (shape[axis] ?? 0);
      place += at * stride;
      stride *= shape[axis] ?? 0;
    }
    if (!isInside) continue;
    const from = row * (lengths[last] ?? 0) * itemBytes;
    target.set(bytes.subarray(from, from + width * itemBytes), place * itemBytes);
  }
}
