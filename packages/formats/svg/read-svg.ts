import { countDrawn } from '@labroom/protocol/svg/count-drawn';
import { inlineStyles } from '@labroom/protocol/svg/inline-styles';
import { parseSvg, SvgError, type SvgProblem } from '@labroom/protocol/svg/parse-svg';
import { sizeOf } from '@labroom/protocol/svg/svg-size';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { decodedText } from '../text/decoded-text.ts';

/** CSS pixels. */
export interface SvgDrawing {
  width: number;
  height: number;
}

const maxBytes = 10_000_000;
const maxDrawn = 50_000;
const limits = { elements: 50_000, depth: 256, attributes: 500 };
const maxStyles = { rules: 10_000, characters: 2_000_000 };

const sentences: Record<SvgProblem, string> = {
  NOT_SVG: 'It is not an SVG image, or it is damaged.',
  DAMAGED: 'It is not an SVG image, or it is damaged.',
  ENTITIES: 'It declares entities, which could multiply without end.',
  TOO_COMPLEX: `It draws more than ${maxDrawn.toLocaleString('en')} parts, counting copies.`,
};

/** Checks that an SVG is small enough to be drawn, however its references multiply. Rejects with `UnreadableFileError`. */
export async function readSvg(body: Blob): Promise<SvgDrawing> {
  if (body.size > maxBytes) throw new UnreadableFileError('It has more than 10 MB.');
  const source = await decodedText(body);
  try {
    const root = parseSvg(source, limits);
    const { width, height } = sizeOf(root.attributes);
    inlineStyles(root, maxStyles);
    if (countDrawn(root, maxDrawn) > maxDrawn) throw new SvgError('TOO_COMPLEX');
    return { width, height };
  } catch (error) {
    throw error instanceof SvgError ? new UnreadableFileError(sentences[error.problem]) : error;
  }
}
