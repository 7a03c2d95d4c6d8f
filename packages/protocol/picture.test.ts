import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pictureSide, plainPicture } from './picture.ts';

const text = (value: string) => Buffer.from(value, 'latin1');
const number = (value: number) => Buffer.from(new Uint32Array([value]).buffer);

function pngChunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([text(type), data]);
  return Buffer.concat([number(data.length).reverse(), body, number(crc32(body)).reverse()]);
}
const pngStart = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const png = (...chunks: Buffer[]) => Buffer.concat([pngStart, ...chunks]);
const header = (width = pictureSide, height = pictureSide) =>
  pngChunk(
    'IHDR',
    Buffer.concat([number(width).reverse(), number(height).reverse(), Buffer.of(8, 0, 0, 0, 0)]),
  );
const pixels = pngChunk('IDAT', deflateSync(Buffer.alloc(pictureSide * (pictureSide + 1))));
const end = pngChunk('IEND');
const plainPng = png(header(), pixels, end);

const webpChunk = (type: string, data: Buffer) =>
  Buffer.concat([text(type), number(data.length), data, Buffer.alloc(data.length % 2)]);
function webp(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([text('WEBP'), ...chunks]);
  return Buffer.concat([text('RIFF'), number(body.length), body]);
}
const sizes = (width: number, height: number) =>
  Buffer.of(width & 255, width >> 8, height & 255, height >> 8);
const lossy = (width = pictureSide, height = pictureSide) =>
  webpChunk(
    'VP8 ',
    Buffer.concat([Buffer.of(0x10, 0, 0, 0x9d, 0x01, 0x2a), sizes(width, height), text('pixel')]),
  );
const lossless = (width = pictureSide, height = pictureSide) =>
  webpChunk(
    'VP8L',
    Buffer.concat([Buffer.of(0x2f), number((width - 1) | ((height - 1) << 14)), text('pixels')]),
  );

describe('a plain picture stays as it is', () => {
  test.each([
    ['a PNG', plainPng, 'image/png'],
    [
      'a PNG with a palette',
      png(header(), pngChunk('PLTE', text('rgb')), pngChunk('tRNS', text('a')), pixels, end),
      'image/png',
    ],
    ['a PNG in two parts', png(header(), pixels, pixels, end), 'image/png'],
    ['a lossy WebP', webp(lossy()), 'image/webp'],
    ['a lossless WebP', webp(lossless()), 'image/webp'],
  ])('%s', (_, bytes, type) => {
    const plain = plainPicture(bytes);
    expect(plain?.type).toBe(type);
    expect(bytes.equals(plain?.bytes ?? Buffer.alloc(0))).toBe(true);
  });
});

describe('metadata is left out', () => {
  test.each(['eXIf', 'tEXt', 'iTXt', 'zTXt', 'iCCP', 'tIME', 'acTL', 'iDOT', 'prVt'])(
    'the chunk %s of a PNG',
    (type) => {
      const secret = pngChunk(type, text('50.1109, 8.6821'));
      for (const bytes of [
        png(header(), secret, pixels, end),
        png(header(), pixels, secret, end),
        png(header(), pixels, end, secret),
      ])
        expect(plainPng.equals(plainPicture(bytes)?.bytes ?? Buffer.alloc(0))).toBe(true);
    },
  );

  test.each(['EXIF', 'XMP ', 'ICCP', 'VP8X', 'ALPH', 'ANIM', 'none'])('the chunk %s of a WebP', (type) => {
    const bytes = webp(webpChunk(type, text('50.1109, 8.6821')), lossy(), webpChunk(type, text('odd')));
    expect(webp(lossy()).equals(plainPicture(bytes)?.bytes ?? Buffer.alloc(0))).toBe(true);
  });
});

describe('refused', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', text('a picture')],
    ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a JPEG', Buffer.of(0xff, 0xd8, 0xff, 0xe0, 0, 16)],
    ['a PNG without pixels', png(header(), end)],
    ['a PNG without an end', png(header(), pixels)],
    ['a PNG that begins with its pixels', png(pixels, header(), end)],
    ['a PNG with bytes behind its end', Buffer.concat([plainPng, text('PK')])],
    ['a PNG with two headers', png(header(), header(), pixels, end)],
    ['a PNG that is cut', plainPng.subarray(0, plainPng.length - 5)],
    ['a PNG of another size', png(header(pictureSide, pictureSide + 1), pixels, end)],
    ['a PNG of a million pixels a side', png(header(1_000_000, 1_000_000), pixels, end)],
    ['a WebP without an image', webp(webpChunk('EXIF', text('x')))],
    ['a WebP with two images', webp(lossy(), lossy())],
    ['an animation', webp(webpChunk('ANMF', lossy()))],
    ['a WebP of another size', webp(lossy(pictureSide, 16_383))],
    ['a lossless WebP of another size', webp(lossless(pictureSide - 1))],
    ['a WebP that does not begin with a key frame', webp(webpChunk('VP8 ', Buffer.alloc(20)))],
    ['a WebP with bytes behind its end', Buffer.concat([webp(lossy()), text('PK')])],
    ['a WebP that is cut', webp(lossy()).subarray(0, 20)],
    ['the first bytes of a WebP', text('RIFF')],
  ])('%s', (_, bytes) => {
    expect(plainPicture(bytes)).toBeNull();
  });
});
