import { isQuick } from '@labroom/testing/depth.ts';
import { hostilePictures } from '@labroom/testing/hostile-pictures.ts';
import { describe, expect, test } from 'vitest';
import { readSvg } from './read-svg.ts';

const svg = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${attributes}>${content}</svg>`;
const read = (text: string | Uint8Array<ArrayBuffer>) => readSvg(new Blob([text]));

describe('an SVG', () => {
  test('is measured as browsers show it, in UTF-8 and UTF-16', async () => {
    const drawing = svg('<path d="M0 0h9"/>', ' width="2in" viewBox="0 0 4 2"');
    expect(await read(drawing)).toEqual({ width: 192, height: 96 });
    expect(await read(new Uint8Array(Buffer.from(`\ufeff${drawing}`, 'utf16le')))).toEqual({
      width: 192,
      height: 96,
    });
  });

  test('of a plotting program passes: letters and points are copies', async () => {
    const points = '<use xlink:href="#point" x="3" y="4" style="fill: #1f77b4"/>'.repeat(3_000);
    const style = `<style>${'.a{fill:red}'.repeat(500)}@font-face{src:url(data:font/woff2;base64,${'A'.repeat(100_000)})}</style>`;
    const plot = svg(
      `${style}<defs><path id="point" d="M0 3C.7 3 1.5 2.6 2 2z"/><clipPath id="c"><rect width="9" height="9"/></clipPath></defs><g clip-path="url(#c)">${points}</g>`,
    );
    expect(await read(plot)).toEqual({ width: 300, height: 150 });
  });

  // Markers, masks and patterns are counted as copies are.
  const names = isQuick
    ? /copies of|deep|entities/
    : /copies of|in markers|in masks|in patterns|deep|entities/;
  test.each(hostilePictures.filter(({ name }) => names.test(name)))(
    'is not drawn if it is hostile: $name',
    async ({ bytes }) => {
      await expect(read(new Uint8Array(bytes))).rejects.toThrow(/^It (draws more|declares)/);
    },
  );
});
