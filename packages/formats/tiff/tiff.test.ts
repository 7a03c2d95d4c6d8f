import { deflateSync } from 'node:zlib';
import { encodeTiff } from '@labroom/example-labs/encoders/tiff.ts';
import { expect, it } from 'vitest';
import { requireFramesWithin, unpackBits, unpackLzw } from './bounded-decoders.ts';
import { readTiff } from './read-tiff.ts';

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

/** JPEG of 16 × 16 pixels: dark on the left and light on the right; all red. */
const grayJpeg = Buffer.from(
  '/9j/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/wAALCAAQABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAACQj/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAA/AIUNWFQ1b//Z',
  'base64',
);
const redJpeg = Buffer.from(
  '/9j/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAQABADAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAYI/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AjSSb4AAAf//Z',
  'base64',
);
const asJpeg = { 256: 16, 257: 16, 259: 7, 278: 16 };

it('reads JPEG, gray and as YCbCr', async () => {
  const gray = await read(tiff(grayJpeg, asJpeg));
  expect(gray).toMatchObject({ width: 16, compression: 'JPEG', shown: { channels: 1 } });
  expect([gray.shown.values[0], gray.shown.values[15]].map((value) => Math.round((value ?? 0) / 10))).toEqual(
    [4, 20],
  );
  // Three numbers of bits, at the end of the file.
  const file = Buffer.from(
    tiff(Buffer.concat([redJpeg, bytes(8, 0, 8, 0, 8, 0)]), { ...asJpeg, 262: 6, 277: 3 }),
  );
  const bitsTag = 10 + 2 * 12;
  file.writeUInt16LE(3, bitsTag + 2);
  file.writeUInt32LE(3, bitsTag + 4);
  file.writeUInt32LE(file.length - 6, bitsTag + 8);
  const red = await read(Uint8Array.from(file));
  expect(red.shown.channels).toBe(3);
  const [r = 0, g = 0, b = 0] = red.shown.values;
  expect([r > 200, g < 60, b < 90]).toEqual([true, true, true]);
});

/** Pixels of 32-bit floating-point numbers, and the text of GDAL's tag, which stands behind them. */
function floatTiff(values: number[], noData: string): Uint8Array<ArrayBuffer> {
  const strip = Buffer.concat([Buffer.from(Float32Array.from(values).buffer), Buffer.from(`${noData}\0`)]);
  const tags = { 258: 32, 273: 8 + 2 + 12 * 12 + 4, 339: 3, 279: 4 * values.length, 42113: 0 };
  const file = Buffer.from(tiff(strip, tags));
  const entry = 10 + 11 * 12;
  file.writeUInt16LE(2, entry + 2);
  file.writeUInt32LE(noData.length + 1, entry + 4);
  file.writeUInt32LE(file.length - noData.length - 1, entry + 8);
  return Uint8Array.from(file);
}

it.each([
  ['-9999', -9_999],
  ['-3.40282346638529e+38', Math.fround(-3.40282346638529e38)],
])('leaves the value for no data out of range and contrast: %s', async (text, value) => {
  const page = await read(floatTiff([value, value, value, 10, 20, 30, 40, value], text));
  expect(page).toMatchObject({ isFloat: true, noData: value, range: [10, 40], contrast: [10, 40] });
});

it('has no value for no data where the file says none, or no number', async () => {
  expect((await read(tiff(pixels))).noData).toBeNull();
  const odd = await read(floatTiff([1, 2, 3, 4, 5, 6, 7, 8], 'nothing'));
  expect(odd).toMatchObject({ noData: null, range: [1, 8] });
});

it('refuses JPEG frames that claim more than their tile', async () => {
  const large = Uint8Array.from(grayJpeg);
  const frame = large.findIndex((byte, at) => byte === 0xff && large[at + 1] === 0xc0);
  large.set([0xff, 0xff, 0xff, 0xff], frame + 5);
  const tile = { tileWidth: 16, tileHeight: 16 };
  expect(() => requireFramesWithin(grayJpeg, tile)).not.toThrow();
  expect(() => requireFramesWithin(large, tile)).toThrow();
  expect(() => requireFramesWithin(Buffer.concat([grayJpeg, large]), tile)).toThrow();
  await expect(read(tiff(large, asJpeg))).rejects.toThrow('damaged');
  await expect(read(tiff(grayJpeg.subarray(0, 90), asJpeg))).rejects.toThrow('damaged');
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
  ['no JPEG inside', tiff(pixels, { 259: 7 }), 'damaged'],
  ['JPEG of 16 bits', tiff(pixels, { 258: 16, 259: 7 }), 'of 8 bits'],
  ['JPEG of before 1995', tiff(pixels, { 259: 6 }), 'JPEG of before 1995'],
  ['an unknown compression', tiff(pixels, { 259: 12_345 }), 'number 12345'],
  ['pixels outside the file', tiff(pixels, { 273: 4_000_000_000 }), 'a part is missing'],
  ['a strip longer than the file', tiff(pixels, { 279: 4_000_000_000 }), 'a part is missing'],
  ['damaged compression', tiff(bytes(1, 2, 3, 4), { 259: 8 }), 'damaged'],
])('rejects %s', async (_, content, message) => {
  await expect(read(content)).rejects.toThrow(message);
});

it('stops at the stated size of a bomb', async () => {
  const bomb = deflateSync(new Uint8Array(10_000_000).fill(9));
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
  expect(await read(tiff(pixels, {}, 8))).toMatchObject({ pages: 2_000, hasMorePages: true });
});
