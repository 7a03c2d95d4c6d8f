import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { compressedImages } from './compressed.fixture.ts';
import { readDicom } from './read-dicom.ts';

// The decoders are WebAssembly, which takes long to compile.

const fixture = (name: string) =>
  Buffer.concat([
    Buffer.alloc(128),
    inflateSync(Buffer.from(compressedImages[name]?.packed ?? '', 'base64')),
  ]);
const readable = Object.keys(compressedImages).filter((name) => name !== 'gray-12bit');

const dicom = (bytes: Uint8Array, frame = 0) => readDicom(new Blob([new Uint8Array(bytes)]), { frame });

it.each(readable)('has the pixels that pydicom has: %s', async (name) => {
  const image = await dicom(fixture(name), 1);
  const { buffer, byteOffset, byteLength } = image.pixels;
  const hash = createHash('sha256').update(new Uint8Array(buffer, byteOffset, byteLength));
  expect(hash.digest('hex')).toBe(compressedImages[name]?.pixels);
});

it('reads each image of several, and which value is white', async () => {
  const [first, second] = [await dicom(fixture('gray-rle'), 0), await dicom(fixture('gray-rle'), 1)];
  expect([first.frameCount, first.pixels[0], second.pixels[84]]).toEqual([2, -700, -350]);
  expect((await dicom(fixture('u-gray-j2k'))).isInverted).toBe(true);
});

it('says that a JPEG of 12 bits cannot be shown', async () => {
  await expect(dicom(fixture('gray-12bit'))).rejects.toThrow('JPEG of 12 bits');
});

it.each(readable)('survives every cut and every changed length: %s', async (name) => {
  const whole = fixture(name);
  const broken = [0.9, 0.95, 0.99].map((share) => whole.subarray(0, Math.floor(whole.length * share)));
  for (const at of [40, 60, 90, 120, 200].filter((one) => one < whole.length)) {
    const changed = Buffer.from(whole);
    changed[whole.length - at] = 0xff;
    broken.push(changed);
  }
  for (const bytes of broken) {
    const result = await dicom(bytes).catch((error: unknown) => error);
    if (result instanceof Error) expect(result).toBeInstanceOf(UnreadableFileError);
  }
});

it('makes no room for an image that is larger than its header says', async () => {
  const bytes = fixture('rgb-jpegls-line');
  const frame = bytes.indexOf(Buffer.from([0xff, 0xf7]));
  bytes.writeUInt16BE(65_535, frame + 5);
  bytes.writeUInt16BE(65_535, frame + 7);
  await expect(dicom(bytes)).rejects.toThrow('the image has 65535 × 65535 pixels');
});
