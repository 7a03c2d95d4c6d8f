import { depth } from '@labroom/testing/depth.ts';
import { png } from '@labroom/testing/test-image.ts';
import { describe, expect, test } from 'vitest';
import { checkRaster, type RasterType } from './raster-frames.ts';
import { RejectedImageError } from './rejected-image-error.ts';

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const webp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4z' +
    'NDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
  'base64',
);
const whole = { 'image/png': png(), 'image/gif': gif, 'image/webp': webp, 'image/jpeg': jpeg };
const types = Object.keys(whole) as RasterType[];

/** The reason for which an image is rejected; `undefined` if it is accepted. */
function verdict(type: RasterType, bytes: Uint8Array): string | undefined {
  try {
    checkRaster(type, bytes);
    return undefined;
  } catch (error) {
    if (error instanceof RejectedImageError) return error.reason;
    throw error;
  }
}

/** A copy with some bytes overwritten. */
function patched(bytes: Buffer, at: number, ...values: number[]): Buffer {
  const copy = Buffer.from(bytes);
  values.forEach((value, index) => {
    copy[at + index] = value;
  });
  return copy;
}

/** Offset of the size in the frame header of the JPEG. */
const jpegSize = jpeg.indexOf(Buffer.of(0xff, 0xc0)) + 5;
const gifFrameSize = gif.indexOf(0x2c) + 5;

describe('a raster image', () => {
  test.each(types)('is accepted as %s and as no other type', (type) => {
    for (const declared of types) {
      expect(verdict(declared, whole[type])).toBe(declared === type ? undefined : 'TYPE_MISMATCH');
    }
  });

  test.each(types)('is rejected as %s if it is a page, a program or empty', (type) => {
    for (const bytes of [
      '<html><script>alert(1)</script>',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'MZ',
      '',
    ]) {
      expect(verdict(type, Buffer.from(bytes))).toBe('TYPE_MISMATCH');
    }
  });

  test.each<[string, RasterType, Buffer]>([
    [
      'one pixel that claims 50,000 × 50,000',
      'image/png',
      png({ width: 1, height: 1, claimed: [50_000, 50_000] }),
    ],
    ['a claim of 4 billion a side', 'image/png', png({ claimed: [0xffffffff, 0xffffffff] })],
    ['a claim of 65,535 a side', 'image/jpeg', patched(jpeg, jpegSize, 0xff, 0xff, 0xff, 0xff)],
    ['a screen of 65,535 a side', 'image/gif', patched(gif, 6, 0xff, 0xff, 0xff, 0xff)],
    ['a frame larger than its screen', 'image/gif', patched(gif, gifFrameSize, 0xff, 0xff, 0xff, 0xff)],
    ['a canvas of 16,384 a side', 'image/webp', patched(webp, 26, 0xff, 0x3f, 0xff, 0x3f)],
  ])('is refused by its header alone: %s', (_, type, bytes) => {
    expect(verdict(type, bytes)).toBe('TOO_MANY_PIXELS');
  });

  test('can have 40 megapixels and not one pixel more', () => {
    expect(verdict('image/png', png({ claimed: [8_000, 5_000] }))).toBeUndefined();
    expect(verdict('image/png', png({ claimed: [40_000_001, 1] }))).toBe('TOO_MANY_PIXELS');
  });

  test.each<[string, RasterType, Buffer]>([
    ['no height', 'image/png', png({ claimed: [5, 0] })],
    ['no end', 'image/png', png().subarray(0, -8)],
    ['a header and nothing else', 'image/png', png().subarray(0, 20)],
    ['half of it', 'image/webp', webp.subarray(0, 30)],
    ['no end', 'image/gif', gif.subarray(0, -1)],
    ['no end', 'image/jpeg', jpeg.subarray(0, -2)],
    ['no frame', 'image/jpeg', jpeg.subarray(0, jpegSize - 5)],
    // A lenient reader would skip the large frame, which the decoder uses, and accept the small one behind it.
    [
      'bytes between its segments',
      'image/jpeg',
      Buffer.concat([jpeg.subarray(0, 20), Buffer.of(0), jpeg.subarray(20)]),
    ],
  ])('is refused as damaged: %s', (_, type, bytes) => {
    expect(verdict(type, bytes)).toBe('DAMAGED');
  });

  test('is rejected or within the limit after any damage, and throws no other error', () => {
    let state = 1;
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    for (const type of types) {
      for (let round = 0; round < 40 * depth.randomValues; round += 1) {
        const bytes = Buffer.from(whole[type]);
        for (let change = 0; change <= random(4); change += 1) bytes[random(bytes.length)] = random(256);
        const reason = verdict(type, bytes.subarray(0, 1 + random(bytes.length)));
        expect([undefined, 'TYPE_MISMATCH', 'DAMAGED', 'TOO_MANY_PIXELS']).toContain(reason);
      }
    }
  });
});
