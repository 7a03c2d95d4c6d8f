import type { DataSet } from 'dicom-parser';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';

const MAX_ENTRIES = 65_536;

export interface Palette {
  /** Red, green and blue of 8 bits for each value. */
  colorsOf(values: ArrayLike<number>): Uint8Array<ArrayBuffer>;
}

interface Table {
  /** The value that the first entry is for. */
  first: number;
  /** Of 8 bits. */
  entries: Uint8Array;
}

/** The colours that values stand for (PS3.3, C.7.6.3.1.5 and C.7.6.3.1.6). */
export function paletteOf(data: DataSet): Palette {
  const tables = ['1', '2', '3'].map((color) => tableOf(data, color));
  return {
    colorsOf: (values) => {
      const colors = new Uint8Array(values.length * 3);
      for (const [color, { first, entries }] of tables.entries()) {
        const last = entries.length - 1;
        for (let index = 0; index < values.length; index++) {
          const entry = Math.min(Math.max((values[index] ?? 0) - first, 0), last);
          colors[index * 3 + color] = entries[entry] ?? 0;
        }
      }
      return colors;
    },
  };
}

function tableOf(data: DataSet, color: string): Table {
  const isSigned = data.uint16('x00280103') === 1;
  const descriptor = `x0028110${color}`;
  const count = (data.uint16(descriptor, 0) ?? 0) || MAX_ENTRIES;
  const first = (isSigned ? data.int16(descriptor, 1) : data.uint16(descriptor, 1)) ?? 0;
  const bits = data.uint16(descriptor, 2) ?? 0;
  const plain = wordsOf(data, `x0028120${color}`);
  const words = plain ?? expanded(wordsOf(data, `x0028122${color}`), count);
  const entries = entriesOf(words, count, bits);
  if (!entries || (bits !== 8 && bits !== 16))
    throw new UnreadableFileError('The DICOM file is damaged: its table of colours is missing or too short.');
  return { first, entries };
}

/** Numbers of 16 bits, in the byte order of the file. */
function wordsOf(data: DataSet, tag: string): number[] | null {
  const length = data.elements[tag]?.length ?? 0;
  if (length < 2) return null;
  const count = Math.min(Math.floor(length / 2), 2 * MAX_ENTRIES);
  return Array.from({ length: count }, (_, index) => data.uint16(tag, index) ?? 0);
}

/** Entries of 8 bits take a word each, or share one. Some files say 16 bits and store 8. */
function entriesOf(words: readonly number[] | null, count: number, bits: number): Uint8Array | null {
  if (!words) return null;
  if (words.length < count) {
    if (bits !== 8 || words.length * 2 < count) return null;
    return Uint8Array.from(
      { length: count },
      (_, index) => ((words[index >> 1] ?? 0) >> (8 * (index & 1))) & 0xff,
    );
  }
  const shown = words.slice(0, count);
  const shift = bits === 16 && shown.some((word) => word > 0xff) ? 8 : 0;
  return Uint8Array.from(shown, (word) => word >> shift);
}

/** Unpacks a table of segments: values as they are, straight lines, and segments that come again (PS3.3, C.7.9.2). */
function expanded(words: readonly number[] | null, count: number): number[] | null {
  if (!words) return null;
  const entries: number[] = [];
  const run = (from: number, segments: number, mayRepeat: boolean): void => {
    let at = from;
    for (let segment = 0; segment < segments && at + 1 < words.length && entries.length < count; segment++) {
      const [code = 0, length = 0] = words.slice(at, at + 2);
      if (code === 0) {
        entries.push(...words.slice(at + 2, at + 2 + Math.min(length, count)));
        at += 2 + length;
      } else if (code === 1) {
        const [from = 0, to = 0] = [entries.at(-1), words[at + 2]];
        const steps = Math.min(length, count);
        for (let step = 1; step <= steps; step++)
          entries.push(Math.round(from + ((to - from) * step) / length));
        at += 3;
      } else if (code === 2 && mayRepeat) {
        run(((words[at + 2] ?? 0) + (words[at + 3] ?? 0) * 65_536) / 2, Math.min(length, count), false);
        at += 4;
      } else return;
    }
  };
  run(0, Number.POSITIVE_INFINITY, true);
  return entries;
}
