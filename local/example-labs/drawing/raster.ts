import { glyphHeight, glyphOf, glyphWidth } from './glyphs.ts';

/** Red, green and blue, from 0 to 255. */
export type Color = readonly [number, number, number];

export const black: Color = [28, 32, 38];
const white: Color = [255, 255, 255];

interface TextStyle {
  color?: Color;
  /** Pixels per dot of a glyph. */
  scale?: number;
  align?: 'left' | 'center' | 'right';
  /** Reads from bottom to top. */
  isVertical?: boolean;
}

/** A picture in memory, in 24-bit color. Shapes have smooth edges. */
export class Raster {
  readonly width: number;
  readonly height: number;
  /** Rows from the top, three bytes per pixel. */
  readonly data: Uint8Array;

  constructor(width: number, height: number, background: Color = white) {
    this.width = width;
    this.height = height;
    this.data = new Uint8Array(width * height * 3);
    for (let at = 0; at < this.data.length; at++) this.data[at] = background[at % 3] ?? 0;
  }

  /** Mixes a color into one pixel. Pixels outside of the picture are ignored. */
  blend(x: number, y: number, color: Color, opacity = 1): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height || opacity <= 0) return;
    const at = (y * this.width + x) * 3;
    const share = Math.min(1, opacity);
    for (let channel = 0; channel < 3; channel++) {
      const before = this.data[at + channel] ?? 0;
      this.data[at + channel] = Math.round(before + ((color[channel] ?? 0) - before) * share);
    }
  }

  rectangle(left: number, top: number, width: number, height: number, color: Color, opacity = 1): void {
    for (let y = Math.round(top); y < Math.round(top + height); y++)
      for (let x = Math.round(left); x < Math.round(left + width); x++) this.blend(x, y, color, opacity);
  }

  disc(centerX: number, centerY: number, radius: number, color: Color): void {
    this.#cover(
      [centerX - radius, centerY - radius, centerX + radius, centerY + radius],
      (x, y) => radius - Math.sqrt((x - centerX) ** 2 + (y - centerY) ** 2),
      color,
    );
  }

  line(fromX: number, fromY: number, toX: number, toY: number, color: Color, thickness = 2): void {
    const [dx, dy] = [toX - fromX, toY - fromY];
    const squared = dx * dx + dy * dy || 1;
    const half = thickness / 2;
    this.#cover(
      [
        Math.min(fromX, toX) - half,
        Math.min(fromY, toY) - half,
        Math.max(fromX, toX) + half,
        Math.max(fromY, toY) + half,
      ],
      (x, y) => {
        const along = Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / squared));
        return half - Math.sqrt((x - fromX - along * dx) ** 2 + (y - fromY - along * dy) ** 2);
      },
      color,
    );
  }

  /** @param y center of the line of text; for vertical text, `x` is its center */
  text(text: string, x: number, y: number, style: TextStyle = {}): void {
    const { color = black, scale = 2, align = 'left', isVertical = false } = style;
    const length = text.length * (glyphWidth + 1) * scale;
    const shift = align === 'left' ? 0 : align === 'right' ? length : length / 2;
    for (const [index, character] of [...text].entries()) {
      for (const [column, row] of glyphOf(character)) {
        const along = (index * (glyphWidth + 1) + column) * scale - shift;
        const across = (row - glyphHeight / 2) * scale;
        const [left, top] = isVertical ? [x + across, y - along - scale] : [x + along, y + across];
        this.rectangle(left, top, scale, scale, color);
      }
    }
  }

  /** Paints the pixels of a box by how deep they lie inside of a shape; half a pixel at its edge. */
  #cover(
    [left, top, right, bottom]: [number, number, number, number],
    depth: (x: number, y: number) => number,
    color: Color,
  ): void {
    for (let y = Math.floor(top) - 1; y <= bottom + 1; y++)
      for (let x = Math.floor(left) - 1; x <= right + 1; x++)
        this.blend(x, y, color, Math.max(0, depth(x, y) + 0.5));
  }
}
