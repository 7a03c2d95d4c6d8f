/** Red, green and blue, from 0 to 255. */
export type Color = readonly [number, number, number];

const white: Color = [255, 255, 255];

/** A picture in memory, in 24-bit color. */
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
}
