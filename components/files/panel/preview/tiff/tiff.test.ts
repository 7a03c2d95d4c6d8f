import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { encodeTiff } from '#local/seed/formats/tiff.ts';
import { unpackBits, unpackLzw } from './bounded-decoders.ts';
import { paint } from './paint.ts';
import { MAX_PAGES, readTiff } from './read-tiff.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);
const read = (content: Uint8Array<ArrayBuffer>, page = 0) => readTiff(new Blob([content]), { page });

/** A TIFF of one strip. Tags: number, type (3: short, 4: long), value. */
function tiff(strip: Uint8Array, changed: Record<number, number> = {}, next = 0): Uint8Array<ArrayBuffer> {
  const at = 8;
  const tags: Record<number, number> = {
    256: 4,
    257: 2,
    258: 8,
    259: 1,
    262: 1,
    273: at + 2 + 10 * 12 + 4,
    277: 1,
    278: 2,
    279: strip.length,
    284: 1,
    ...changed,
  };
  const entries = Object.entries(tags);
  const file = Buffer.alloc(at + 2 + entries.length * 12 + 4);
  file.write('II', 'latin1');
  file.writeUInt16LE(42, 2);
  file.writeUInt32LE(at, 4);
  file.writeUInt16LE(entries.length, at);
  for (const [index, [tag, value]] of entries.entries()) {
    const place = at + 2 + index * 12;
    file.writeUInt16LE(Number(tag), place);
    file.writeUInt16LE(4, place + 2);
    file.writeUInt32LE(1, place + 4);
    file.writeUInt32LE(value, place + 8);
  }
  file.writeUInt32LE(next, file.length - 4);
  return Uint8Array.from([...file, ...strip]);
}
const pixels = bytes(0, 1, 2, 3, 4, 5, 6, 255);

/** LZW codes of 9 bits. */
function codes(...values: number[]): Uint8Array {
  const bits = values.map((value) => value.toString(2).padStart(9, '0')).join('');
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
}

it('repeats what the LZW table contains, within the stated size', () => {
  const packed = codes(256, 7, 258, 259, 8, 260, 257);
  expect([...unpackLzw(packed, 100).subarray(0, 10)]).toEqual([7, 7, 7, 7, 7, 7, 8, 7, 7, 7]);
  expect([...unpackLzw(packed, 4)]).toEqual([7, 7, 7, 7]);
});

it('reads one page of a stack, with its range and contrast', async () => {
  const slices = [1, 2, 3].map((factor) =>
    Uint16Array.from({ length: 12 }, (_, index) => index * factor * 1000),
  );
  const stack = encodeTiff({ width: 4, height: 3, slices, description: 'ImageJ=1.54' });
  const page = await read(stack, 2);
  expect(page).toMatchObject({ pages: 3, page: 2, width: 4, height: 3, bits: 16, isFloat: false });
  expect(page).toMatchObject({ description: 'ImageJ=1.54', range: [0, 33_000], isInverted: false });
  expect([...page.shown.values]).toEqual([...(slices[2] ?? [])]);
});

it.each([
  ['uncompressed', 1, pixels],
  ['deflated', 8, deflateSync(pixels)],
  ['deflated, old number', 32946, deflateSync(pixels)],
  ['PackBits', 32773, bytes(7, ...pixels)],
  ['LZW', 5, codes(256, ...pixels, 257)],
])('reads %s pixels', async (_, compression, strip) => {
  const { shown } = await read(tiff(strip, { 259: compression }));
  expect([...shown.values]).toEqual([...pixels]);
});

it.each([
  ['no TIFF', bytes(1, 2, 3, 4, 5, 6, 7, 8), 'not a TIFF'],
  ['nothing', bytes(), 'not a TIFF'],
  [
    'absurd dimensions',
    tiff(pixels, { 256: 4_000_000_000, 257: 4_000_000_000 }),
    'the preview reads up to 64,000,000 pixels',
  ],
  ['a long image', tiff(pixels, { 256: 1, 257: 4_000_000_000 }), 'the preview reads up to'],
  ['no width', tiff(pixels, { 256: 0 }), 'has no size'],
  ['many samples', tiff(pixels, { 277: 60_000 }), 'the preview reads up to'],
  ['JPEG inside', tiff(pixels, { 259: 7 }), 'compression of this TIFF image: JPEG'],
  ['an unknown compression', tiff(pixels, { 259: 12_345 }), 'number 12345'],
  ['pixels outside the file', tiff(pixels, { 273: 4_000_000_000 }), 'a part is missing'],
  ['a strip longer than the file', tiff(pixels, { 279: 4_000_000_000 }), 'a part is missing'],
  ['damaged compression', tiff(bytes(1, 2, 3, 4), { 259: 8 }), 'damaged'],
])('rejects %s', async (_, content, message) => {
  await expect(read(content)).rejects.toThrow(message);
});

it('stops at the stated size of a bomb', async () => {
  const bomb = deflateSync(new Uint8Array(50_000_000).fill(9));
  const { shown } = await read(tiff(bomb, { 259: 8 }));
  expect([...shown.values]).toEqual(new Array(8).fill(9));
  expect(
    unpackBits(
      Uint8Array.from({ length: 100_000 }, (_, index) => (index % 2 ? 7 : 129)),
      10,
    ),
  ).toHaveLength(10);
});

it('counts the pages of a file whose list of pages is a circle', async () => {
  const { pages } = await read(tiff(pixels, {}, 8));
  expect(pages).toBe(MAX_PAGES);
});

it('paints between black and white', () => {
  const shown = { width: 2, height: 1, channels: 1 as const, values: Uint16Array.of(100, 200) };
  expect([...paint({ shown, isInverted: false }, [100, 200])]).toEqual([0, 0, 0, 255, 255, 255, 255, 255]);
  expect([...paint({ shown, isInverted: true }, [100, 200])]).toEqual([255, 255, 255, 255, 0, 0, 0, 255]);
});
