import { Unzlib } from 'fflate';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';

/** A part of a MATLAB file of version 5: its type, and where its content is. */
export interface MatElement {
  type: number;
  view: DataView;
  /** Where the next one begins. */
  next: number;
}

export const [MATRIX, COMPRESSED] = [14, 15];
const MAX_BYTES = 256_000_000;
const STEP = 16_384;

/** Short content stands within the tag. */
export function elementAt(view: DataView, at: number, isLittle: boolean): MatElement {
  const first = view.getUint32(at, isLittle);
  const short = first >>> 16;
  if (short !== 0) return { type: first & 0xffff, view: part(view, at + 4, short), next: at + 8 };
  const bytes = view.getUint32(at + 4, isLittle);
  // A compressed part is followed by the next at once; others are filled up to eight bytes.
  const filled = first === COMPRESSED ? bytes : 8 * Math.ceil(bytes / 8);
  return { type: first, view: part(view, at + 8, bytes), next: at + 8 + filled };
}

const part = (view: DataView, at: number, bytes: number) =>
  new DataView(view.buffer, view.byteOffset + at, Math.min(bytes, Math.max(0, view.byteLength - at)));

/** Unpacks a compressed part within a bound, and verifies its checksum. */
export function unpacked(view: DataView): DataView {
  const packed = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let [length, low, high] = [0, 1, 0];
  const unzlib = new Unzlib((bytes) => {
    length += bytes.length;
    if (length > MAX_BYTES)
      throw new UnreadableFileError('A variable has more than 256 MB, too much for a preview.');
    parts.push(new Uint8Array(bytes));
    for (let at = 0; at < bytes.length; at++) {
      low = (low + (bytes[at] ?? 0)) % 65_521;
      high = (high + low) % 65_521;
    }
  });
  try {
    for (let at = 0; at < packed.length; at += STEP)
      unzlib.push(packed.subarray(at, at + STEP), at + STEP >= packed.length);
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    throw new RangeError('The compressed content is damaged');
  }
  if (view.getUint32(view.byteLength - 4) !== ((high << 16) | low) >>> 0)
    throw new RangeError('The compressed content is damaged');
  const whole = new Uint8Array(length);
  let at = 0;
  for (const one of parts) {
    whole.set(one, at);
    at += one.length;
  }
  return new DataView(whole.buffer);
}

interface MatNumbers {
  count: number;
  textAt: (index: number) => string;
  numberAt: (index: number) => number;
}

const BYTES: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 2,
  5: 4,
  6: 4,
  7: 4,
  9: 8,
  12: 8,
  13: 8,
  16: 1,
  17: 2,
};

/** The numbers of a part, whose type may be smaller than that of the variable. */
export function numbersOf({ type, view }: MatElement, isLittle: boolean): MatNumbers {
  const bytes = BYTES[type];
  if (bytes === undefined) throw new RangeError(`Type ${type} has no numbers`);
  const read = (index: number): number | bigint => {
    const at = index * bytes;
    switch (type) {
      case 1:
        return view.getInt8(at);
      case 2:
      case 16:
        return view.getUint8(at);
      case 3:
        return view.getInt16(at, isLittle);
      case 4:
      case 17:
        return view.getUint16(at, isLittle);
      case 5:
        return view.getInt32(at, isLittle);
      case 6:
        return view.getUint32(at, isLittle);
      case 7:
        return view.getFloat32(at, isLittle);
      case 9:
        return view.getFloat64(at, isLittle);
      case 12:
        return view.getBigInt64(at, isLittle);
      default:
        return view.getBigUint64(at, isLittle);
    }
  };
  return {
    count: Math.floor(view.byteLength / bytes),
    textAt: (index) => String(read(index)),
    numberAt: (index) => Number(read(index)),
  };
}
