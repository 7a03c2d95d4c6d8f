import { readFile } from 'node:fs/promises';
import { ImageResponse } from 'next/og.js';
import type { Bytes } from '../encoders/zip.ts';

/** A line of text of a figure, in pixels of the figure. */
export interface Label {
  text: string;
  x: number;
  /** Middle of the line. */
  y: number;
  align?: 'left' | 'center' | 'right';
  /** Reads from bottom to top. */
  isVertical?: boolean;
  color?: string;
}

export interface Figure {
  width: number;
  height: number;
  /** Below everything else. */
  pictures?: readonly (Place & { png: Bytes })[];
  /** Elements of SVG without text. */
  shapes: readonly string[];
  labels: readonly Label[];
}

/** Pixels of the file for one of the figure, as for print. */
const density = 2;
const textSize = 15;
const ink = '#1a1a1a';

/** Those of the web app's cards. The second one has the letters of units that the first one lacks. */
const fonts = Promise.all(
  ['card-hanken-grotesk', 'card-literata-greek'].map(async (name) => ({
    name,
    data: await readFile(new URL(`../../../app/fonts/${name}.ttf`, import.meta.url)),
    weight: 400 as const,
  })),
);

/** A figure as PNG, on white. The same figure always gives the same bytes. */
export async function drawFigure({ width, height, pictures = [], shapes, labels }: Figure): Promise<Bytes> {
  const [wide, high] = [width * density, height * density];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${wide}" height="${high}">${shapes.join('')}</svg>`;
  const drawn = placed(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, {
    left: 0,
    top: 0,
    width,
    height,
  });
  const below = pictures.map(({ png, ...place }) =>
    placed(`data:image/png;base64,${Buffer.from(png).toString('base64')}`, place),
  );
  const page = {
    type: 'div',
    key: null,
    props: {
      style: { display: 'flex', position: 'relative', width: wide, height: high, background: '#ffffff' },
      children: [...below, drawn, ...labels.map(drawnLabel)],
    },
  };
  const response = new ImageResponse(page, { width: wide, height: high, fonts: await fonts });
  return new Uint8Array(await response.arrayBuffer());
}

interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

const placed = (src: string, { left, top, width, height }: Place) => ({
  type: 'img',
  props: {
    src,
    style: {
      position: 'absolute',
      left: left * density,
      top: top * density,
      width: width * density,
      height: height * density,
    },
  },
});

const sides = { left: 'flex-start', center: 'center', right: 'flex-end' } as const;

/** A box that is wider than every text, so that the text ends, begins or has its middle at a point. */
function drawnLabel({ text, x, y, align = 'left', isVertical = false, color = ink }: Label) {
  const box = { width: 900, height: 30 };
  const left = align === 'left' ? x : align === 'right' ? x - box.width : x - box.width / 2;
  return {
    type: 'div',
    props: {
      style: {
        display: 'flex',
        position: 'absolute',
        left: left * density,
        top: (y - box.height / 2) * density,
        width: box.width * density,
        height: box.height * density,
        alignItems: 'center',
        justifyContent: sides[align],
        fontFamily: 'card-hanken-grotesk, card-literata-greek',
        fontSize: textSize * density,
        color,
        ...(isVertical && { transform: 'rotate(-90deg)' }),
      },
      children: text,
    },
  };
}
