import type { Canvas, Draw, Shape } from './drawing/canvas.ts';
import { tenths } from './drawing/path.ts';
import { seedOf } from './drawing/random.ts';
import { colourOf, type Family, type Tone, type Traits, traitsOf } from './drawing/traits.ts';
import { drawCells } from './families/cells.ts';
import { drawContour } from './families/contour.ts';
import { drawGel } from './families/gel.ts';
import { drawPlate } from './families/plate.ts';
import { drawSpectrum } from './families/spectrum.ts';
import { drawTrace } from './families/trace.ts';
import { drawWave } from './families/wave.ts';
import { type MarkFormat, markFormats } from './mark-formats.ts';

const drawers: Record<Family, Draw> = {
  plate: drawPlate,
  contour: drawContour,
  gel: drawGel,
  trace: drawTrace,
  cells: drawCells,
  spectrum: drawSpectrum,
  wave: drawWave,
};

export interface Mark {
  traits: Traits;
  canvas: Canvas;
  shapes: readonly Shape[];
}

/** What the mark of a lab consists of: a ground of tone 0 and the shapes on it. */
export function drawMark(oclId: string, format: MarkFormat): Mark {
  const seed = seedOf('lab', oclId);
  const traits = traitsOf(seed);
  const isSmall = format === 'square';
  const canvas: Canvas = { ...markFormats[isSmall ? 'square' : 'banner'], isSmall };
  return { traits, canvas, shapes: drawers[traits.family](canvas, seed.sequence()) };
}

/** The picture of a lab as SVG. The same id always gives the same bytes; the picture says nothing about the science. */
export function labMark(oclId: string, format: MarkFormat): string {
  const { traits, canvas, shapes } = drawMark(oclId, format);
  const { width, height } = markFormats[format];
  const left = tenths((canvas.width - width) / 2);
  // Hundreds of shapes have a few tones.
  const colours = new Map<Tone, string>();
  const colour = (tone: Tone) => {
    const known = colours.get(tone) ?? colourOf(traits, tone);
    colours.set(tone, known);
    return known;
  };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} 0 ${width} ${height}">`,
    `<path fill="${colour(0)}" d="M0 0h${canvas.width}v${height}H0z"/>`,
    ...shapes.map((shape) => element(shape, colour)),
    '</svg>',
  ].join('');
}

function element({ path, fill, stroke }: Shape, colour: (tone: Tone) => string): string {
  if (path.isEmpty) return '';
  const attributes = [`fill="${fill === undefined ? 'none' : colour(fill)}"`];
  if (stroke) {
    attributes.push(`stroke="${colour(stroke.tone)}"`, `stroke-width="${tenths(stroke.width)}"`);
    if (stroke.opacity !== undefined) attributes.push(`stroke-opacity="${stroke.opacity}"`);
    if (stroke.isRound) attributes.push('stroke-linecap="round"', 'stroke-linejoin="round"');
  }
  return `<path ${attributes.join(' ')} d="${path}"/>`;
}
