import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { readZip, unpackEntry } from '../zip/read-zip.ts';
import { tagsOf } from './xml-tags.ts';

const MAX_SLIDE_BYTES = 8_000_000;
const SLIDE = /^ppt\/slides\/slide(\d+)\.xml$/;

/** The text on the slides of a presentation (ECMA-376, part 1, 19), until it has `maxText` characters. */
export async function readPptx(body: Blob, maxText: number): Promise<string> {
  const { entries } = await readZip(body, 10_000);
  const numberOf = (name: string) => Number(SLIDE.exec(name)?.[1] ?? 0);
  const slides = entries
    .filter(({ name }) => SLIDE.test(name))
    .sort((a, b) => numberOf(a.name) - numberOf(b.name));
  if (slides.length === 0) throw new UnreadableFileError('This is not a presentation: it has no slides.');
  let text = '';
  for (const slide of slides) {
    if (text.length > maxText) break;
    for (const tag of tagsOf(await (await unpackEntry(body, slide, MAX_SLIDE_BYTES)).text())) {
      if (tag.name === 't') text += tag.text;
      else if (tag.name === '/p' || tag.name === 'br') text += '\n';
    }
  }
  return text;
}
