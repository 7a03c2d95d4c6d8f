/** A line, text or shape of a drawn molecule. Colours are `r,g,b`; black is the colour of the text. */
export type Shape =
  | { kind: 'line'; points: [x1: number, y1: number, x2: number, y2: number]; color: string; width: number }
  | { kind: 'polygon'; points: string; color: string }
  | { kind: 'circle'; x: number; y: number; radius: number; color: string }
  | { kind: 'text'; x: number; y: number; size: number; color: string; text: string };

export interface Drawing {
  viewBox: [x: number, y: number, width: number, height: number];
  shapes: Shape[];
}

const MAX_SHAPES = 3_000;

/** Takes the shapes from the SVG that openchemlib writes. Everything else of it is left out, so nothing of it can act. */
export function drawingOf(svg: string): Drawing {
  const box = /viewBox="([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)"/.exec(svg)?.slice(1).map(Number) ?? [];
  const [x = 0, y = 0, width = 1, height = 1] = box;
  const shapes: Shape[] = [];
  for (const [, tag = '', attributes = '', text = ''] of svg.matchAll(
    /<(line|polygon|circle|text) ([^<>]*?)\/?>(?:([^<]*)<\/text>)?/g,
  )) {
    if (shapes.length === MAX_SHAPES) break;
    if (attributes.includes('class="event"')) continue;
    const shape = shapeOf(tag, attributes, text);
    if (shape) shapes.push(shape);
  }
  return { viewBox: [x, y, width, height], shapes };
}

function shapeOf(tag: string, attributes: string, text: string): Shape | null {
  const texts = new Map(
    [...attributes.matchAll(/(?<!\S)([a-z\d-]+)="([^"]*)"/g)].map(([, name, text = '']) => [name, text]),
  );
  const textOf = (name: string) => texts.get(name) ?? '';
  const numberOf = (name: string) => Number(textOf(name)) || 0;
  const colorOf = (name: string) => /^rgb\((\d+,\d+,\d+)\)$/.exec(textOf(name))?.[1] ?? '0,0,0';
  switch (tag) {
    case 'line':
      return {
        kind: 'line',
        points: [numberOf('x1'), numberOf('y1'), numberOf('x2'), numberOf('y2')],
        color: colorOf('stroke'),
        width: numberOf('stroke-width') || 1,
      };
    case 'polygon': {
      const points = textOf('points');
      return /^[-\d., ]+$/.test(points) ? { kind: 'polygon', points, color: colorOf('fill') } : null;
    }
    case 'circle':
      return {
        kind: 'circle',
        x: numberOf('cx'),
        y: numberOf('cy'),
        radius: numberOf('r'),
        color: colorOf('fill'),
      };
    default:
      return {
        kind: 'text',
        x: numberOf('x'),
        y: numberOf('y'),
        size: numberOf('font-size') || 12,
        color: colorOf('fill'),
        text: text.slice(0, 20),
      };
  }
}
