import { encodeZip } from '@labroom/example-labs/encoders/zip.ts';
import { expect, it } from 'vitest';
import { MAX_BLOCKS } from './read-docx.ts';
import { readSlides } from './read-pptx.ts';

const slide = (...lines: string[]) =>
  `<p:sld>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:sld>`;
const read = async (parts: Record<string, string>) => readSlides(new Blob([await encodeZip(parts)]));

it('reads what stands on the slides, in their order', async () => {
  const { blocks, isCut } = await read({
    'ppt/slides/slide10.xml': slide('last'),
    'ppt/slides/slide2.xml': slide('first &amp; best', ' ', 'again'),
  });
  expect(isCut).toBe(false);
  expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
    ['heading', 'Slide 1'],
    ['paragraph', 'first & best'],
    ['paragraph', 'again'],
    ['heading', 'Slide 2'],
    ['paragraph', 'last'],
  ]);
});

it('is bounded, and says what is no presentation', async () => {
  const { blocks, isCut } = await read({
    'ppt/slides/slide1.xml': slide(...Array(MAX_BLOCKS + 5).fill('x')),
  });
  expect([blocks.length, isCut]).toEqual([MAX_BLOCKS, true]);
  await expect(read({ 'a.txt': 'x' })).rejects.toThrow('not a presentation');
});
