import { crc32, deflateSync } from 'node:zlib';
import { encodeTiff } from '@labroom/example-labs/encoders/tiff.ts';
import { expect } from '@playwright/test';
import type { PreviewCase } from './preview-case.ts';

/** Nuclei in three planes of focus. */
function planes(): Uint16Array[] {
  return [0.4, 1, 0.6].map((focus) =>
    Uint16Array.from({ length: 320 * 240 }, (_, at) => {
      const [x, y] = [(at % 320) / 40, Math.floor(at / 320) / 40];
      const light = Math.max(0, Math.sin(x * 2) * Math.cos(y * 3)) ** (4 * focus);
      return 300 + 2_800 * light;
    }),
  );
}

/** A PNG of 16 bits with two pixels, of which a camera used 12 bits. */
function deepPng(): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, content: Buffer) => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), content])));
    return Buffer.concat([length, Buffer.from(type), content, sum]);
  };
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, 1, 16, 0, 0, 0, 0]);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.from([0, 0, 100, 15, 160])))];
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Uint8Array.from(Buffer.concat([start, ...parts, chunk('IEND', Buffer.alloc(0))]));
}

/** Images that browsers do not show by themselves, or not whole. */
export const imageCases: readonly PreviewCase[] = [
  {
    name: 'camera.png',
    format: 'PNG of 16 bits',
    budgetKb: 30,
    content: deepPng,
    async shows(preview) {
      await expect(preview.getByRole('img', { name: 'camera.png' })).toBeVisible();
      await expect(preview.getByText('100 – 4,000')).toBeVisible();
    },
    hostile: [
      { name: 'cut', content: () => deepPng().slice(0, 45), says: 'its pixels are missing or changed' },
    ],
    notes: { library: 'none', notShown: 'opacity; contrast of interlaced images' },
  },
  {
    name: 'nuclei.tif',
    format: 'TIFF',
    budgetKb: 90,
    isQuick: true,
    content: () =>
      encodeTiff({ width: 320, height: 240, slices: planes(), description: 'Nuclei, three planes' }),
    async shows(preview) {
      await expect(preview.getByRole('img', { name: 'nuclei.tif, page 1' })).toBeVisible();
      await preview.getByRole('slider', { name: 'Page' }).press('ArrowRight');
      await expect(preview.getByRole('img', { name: 'nuclei.tif, page 2' })).toBeVisible();
      await preview.getByRole('slider', { name: 'White' }).press('Home');
      await preview.getByRole('button', { name: 'Automatic contrast' }).click();
      await expect(preview.getByText('320 × 240 pixels')).toBeVisible();
    },
    hostile: [
      { name: 'damaged', content: () => 'II*', says: 'not a TIFF image, or it is damaged' },
      {
        name: 'huge',
        content() {
          const tiff = encodeTiff({
            width: 1,
            height: 1,
            slices: [Uint16Array.of(1)],
            description: '<img src=x onerror=alert(1)>',
          });
          // The first two entries of the directory are width and height.
          const view = new DataView(tiff.buffer);
          const directory = view.getUint32(4, true);
          for (const entry of [0, 1]) view.setUint32(directory + 2 + entry * 12 + 8, 4_000_000_000, true);
          return tiff;
        },
        says: 'the preview reads up to 64,000,000 pixels',
      },
    ],
    notes: {
      library: 'geotiff',
      notShown:
        'JPEG of before 1995, LERC, Zstandard and WebP inside, more than 64 million pixels, channels after the first',
    },
  },
];
