import { expect, type Page } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';

/** Waits for a QR code on the screen, and reads it as a camera does. */
export async function readQrCode(page: Page): Promise<string> {
  const code = page.locator('svg').filter({ hasText: 'QR Code' });
  await expect(code).toBeVisible();
  const box = await code.boundingBox();
  if (!box) throw new Error('The QR code has no place on the screen');
  // Decoders need the empty margin.
  const margin = 16;
  const clip = {
    x: box.x - margin,
    y: box.y - margin,
    width: box.width + 2 * margin,
    height: box.height + 2 * margin,
  };
  const picture = await page.screenshot({ clip });
  const { width, height, pixels } = await page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const drawing = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    drawing.drawImage(bitmap, 0, 0);
    const { data } = drawing.getImageData(0, 0, bitmap.width, bitmap.height);
    return { width: bitmap.width, height: bitmap.height, pixels: [...data] };
  }, picture.toString('base64'));
  return decodeQR({ width, height, data: Uint8Array.from(pixels) });
}
