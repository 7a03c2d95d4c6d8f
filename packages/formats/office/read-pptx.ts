import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { PackageParts } from './package-parts.ts';
import { type DocxBlock, type DocxText, MAX_BLOCKS } from './read-docx.ts';
import { tagsOf } from './xml-tags.ts';

const MAX_SLIDE_BYTES = 8_000_000;
const MAX_CHARACTERS = 500_000;
const MAIN = 'ppt/presentation.xml';
const SLIDE = /^ppt\/slides\/slide(\d+)\.xml$/;

/** The text on the slides of a presentation (ECMA-376, part 1, 19), until it has `maxText` characters. */
export async function readPptx(body: Blob, maxText: number): Promise<string> {
  const { slides } = await slidesOf(body, maxText);
  return slides.join('');
}

/** The text of a presentation: the number of each slide as a heading, and what stands on it. */
export async function readSlides(body: Blob): Promise<DocxText> {
  const { slides, isCut } = await slidesOf(body, MAX_CHARACTERS);
  const blocks = slides.flatMap((text, index): DocxBlock[] => [
    { kind: 'heading', text: `Slide ${index + 1}` },
    ...text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => ({ kind: 'paragraph' as const, text: line })),
  ]);
  return { blocks: blocks.slice(0, MAX_BLOCKS), isCut: isCut || blocks.length > MAX_BLOCKS };
}

async function slidesOf(body: Blob, maxText: number): Promise<{ slides: string[]; isCut: boolean }> {
  const parts = await PackageParts.open(body);
  const found = await slideNames(parts);
  if (found.length === 0) {
    const isPresentation = parts.entry(await parts.main(MAIN)) !== undefined;
    throw new UnreadableFileError(
      isPresentation ? 'The presentation has no slides.' : 'This is not a presentation: it has no slides.',
    );
  }
  const slides: string[] = [];
  let length = 0;
  for (const slide of found) {
    if (length > maxText) break;
    let text = '';
    for (const tag of tagsOf(await parts.text(slide, MAX_SLIDE_BYTES))) {
      if (tag.name === 't') text += tag.text;
      else if (tag.name === '/p' || tag.name === 'br') text += '\n';
    }
    length += text.length;
    slides.push(text);
  }
  return { slides, isCut: slides.length < found.length };
}

/** The slides in the order in which they are shown, which is not always that of their names. */
async function slideNames(parts: PackageParts): Promise<string[]> {
  const main = await parts.main(MAIN);
  const targets = new Map((await parts.relations(main)).map(({ id, target }) => [id, target]));
  const shown: string[] = [];
  for (const tag of tagsOf(await parts.text(main))) {
    const target = tag.name === 'sldId' ? targets.get(tag.attribute('r:id') ?? '') : undefined;
    if (target !== undefined && parts.entry(target)) shown.push(target);
  }
  if (shown.length > 0) return shown;
  const numberOf = (name: string) => Number(SLIDE.exec(name)?.[1] ?? 0);
  return parts.names.filter((name) => SLIDE.test(name)).sort((a, b) => numberOf(a) - numberOf(b));
}
