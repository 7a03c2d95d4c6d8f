import { createHash } from 'node:crypto';
import { watchedLog } from '@labroom/testing/log-watch.ts';
import { imageOf, png, sendImage } from '@labroom/testing/test-image.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { rejectedImages } from '#platform/db/tables/labs.ts';
import { publishImages } from '#worker/publish-images.ts';
import { type Bitmaps, drawBitmaps } from './draw-bitmaps.ts';
import type { ImageType } from './image-types.ts';

async function drawn(type: ImageType, bytes: Buffer | string): Promise<Bitmaps> {
  const result = await drawBitmaps(type, Buffer.from(bytes));
  if ('refusal' in result) throw new Error(result.refusal);
  return result.bitmaps;
}

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"><rect width="400" height="100" fill="#fff"/>${content}</svg>`;

/** Number of pixels that are darker than half. */
async function inkOf({ png: bytes }: Bitmaps): Promise<number> {
  const pixels = await sharp(bytes).greyscale().removeAlpha().raw().toBuffer();
  return pixels.reduce((sum, value) => sum + (value < 128 ? 1 : 0), 0);
}

describe('a bitmap', () => {
  test('has the text of a drawing in Latin, Greek and Cyrillic; other scripts fail nothing', async () => {
    const write = (text: string, font: string) =>
      drawn('image/svg+xml', svg(`<text x="9" y="60" font-size="40" font-family="${font}">${text}</text>`));
    const unknown = await inkOf(await write('\u{10fffd}\u{10fffd}', 'Arial'));
    for (const text of ['Latin äß', 'Ελληνικά', 'Кирилица']) {
      const arial = await write(text, 'Arial, serif');
      expect(await inkOf(arial), text).toBeGreaterThan(1_000);
      // Every machine has the same font, whatever its name.
      expect(Buffer.from((await write(text, 'Courier New')).png).equals(Buffer.from(arial.png)), text).toBe(
        true,
      );
    }
    expect(await inkOf(await write('中文 日本', 'SimSun'))).toBeGreaterThan(unknown / 2);
  });

  test('is upright, at most 1,024 pixels long, in sRGB, and has no metadata', async () => {
    const photo = await sharp({ create: { width: 3_000, height: 1_500, channels: 3, background: '#369' } })
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'a secret place' } } })
      .jpeg()
      .toBuffer();
    const { png: bytes, webp } = await drawn('image/jpeg', photo);
    for (const bitmap of [bytes, webp]) {
      const { width, height, space, exif, icc, orientation } = await sharp(bitmap).metadata();
      expect([width, height, space, exif, icc, orientation]).toEqual([
        512,
        1024,
        'srgb',
        undefined,
        undefined,
        undefined,
      ]);
    }
    expect(Buffer.from(bytes).includes('secret')).toBe(false);
  });

  test('is the first frame of an animation, keeps transparency, and is not enlarged', async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 8, height: 4, channels: 4, background } })
        .png()
        .toBuffer();
    const frames = await Promise.all([frame('#f000'), frame('#00f')]);
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { png: bytes } = await drawn('image/gif', gif);
    const { width, height, hasAlpha, pages } = await sharp(bytes).metadata();
    expect([width, height, hasAlpha, pages]).toEqual([8, 4, true, undefined]);
  });

  test('is the same each time', async () => {
    const hashes = await Promise.all(
      [1, 2, 3].map(async () =>
        createHash('sha256')
          .update((await drawn('image/png', png())).png)
          .digest('hex'),
      ),
    );
    expect(new Set(hashes).size).toBe(1);
  });
});

describe('a picture that was rejected', () => {
  test('is remembered by its hash, and is rejected again without being drawn', async () => {
    const service = await openTestService();
    const [mine, other] = [await registeredLab(service), await registeredLab(service)];
    const bomb = png({ width: 1, claimed: [60_000, 60_000] });
    await sendImage(service, mine, bomb);
    await publishImages(service.context, watchedLog().log);
    const { db } = service.context;
    const [known] = await db.select().from(rejectedImages);
    expect(known).toMatchObject({ refusal: 'TOO_MANY_PIXELS' });
    // Only what is remembered can say this.
    await db
      .update(rejectedImages)
      .set({ refusal: 'TOO_COMPLEX' })
      .where(eq(rejectedImages.hash, known?.hash ?? Buffer.of()));
    await sendImage(service, other, bomb);
    await publishImages(service.context, watchedLog().log);
    expect(await imageOf(service, other.oclId)).toMatchObject({
      imageUpload: { status: 'REFUSED', reason: 'TOO_COMPLEX' },
    });
  });
});
