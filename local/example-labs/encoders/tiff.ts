import { endianness } from 'node:os';

/** 16-bit gray images of one size, e.g. the slices of a focus series. */
interface Stack {
  width: number;
  height: number;
  slices: readonly Uint16Array[];
  description: string;
}

/** A TIFF with one uncompressed page per slice (TIFF 6.0, little-endian). */
export function encodeTiff({ width, height, slices, description }: Stack): Uint8Array<ArrayBuffer> {
  if (endianness() !== 'LE') throw new Error('The pixels are written as they are in memory: little-endian.');
  const text = Buffer.from(`${description}\0`, 'latin1');
  const pixels = width * height * 2;
  const directory = 2 + 11 * 12 + 4;
  const textAt = 8;
  const firstAt = textAt + text.length + (text.length % 2);
  const file = Buffer.alloc(firstAt + slices.length * (directory + pixels));
  file.write('II', 'latin1');
  file.writeUInt16LE(42, 2);
  file.writeUInt32LE(firstAt, 4);
  file.set(text, textAt);
  for (const [index, slice] of slices.entries()) {
    const at = firstAt + index * (directory + pixels);
    const [short, long, ascii] = [3, 4, 2];
    const entries: [tag: number, type: number, count: number, value: number][] = [
      [256, long, 1, width],
      [257, long, 1, height],
      [258, short, 1, 16],
      [259, short, 1, 1], // not compressed
      [262, short, 1, 1], // 0 is black
      [270, ascii, text.length, textAt],
      [273, long, 1, at + directory],
      [277, short, 1, 1],
      [278, long, 1, height],
      [279, long, 1, pixels],
      [284, short, 1, 1],
    ];
    file.writeUInt16LE(entries.length, at);
    for (const [entry, [tag, type, count, value]] of entries.entries()) {
      const place = at + 2 + entry * 12;
      file.writeUInt16LE(tag, place);
      file.writeUInt16LE(type, place + 2);
      file.writeUInt32LE(count, place + 4);
      file.writeUInt32LE(value, place + 8);
    }
    const isLast = index === slices.length - 1;
    file.writeUInt32LE(isLast ? 0 : at + directory + pixels, at + directory - 4);
    file.set(new Uint8Array(slice.buffer, slice.byteOffset, slice.byteLength), at + directory);
  }
  return Uint8Array.from(file);
}
