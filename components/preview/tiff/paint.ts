import type { ModelOf } from '@labroom/formats/models';

/** The pixels of a page as red, green, blue and opacity, between a black and a white value. Where there is no data, nothing is painted. */
export function paint(
  {
    shown: { width, height, channels, values },
    isInverted,
    noData,
  }: Pick<ModelOf<'tiff'>, 'shown' | 'isInverted' | 'noData'>,
  [low, high]: readonly [number, number],
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(width * height * 4);
  const scale = high > low ? 255 / (high - low) : 255;
  const shade = (value: number) => {
    const light = Math.min(255, Math.max(0, (value - low) * scale));
    return isInverted ? 255 - light : light;
  };
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      pixels[pixel * 4 + channel] = shade(values[channels === 1 ? pixel : pixel * 3 + channel] ?? 0);
    }
    const isEmpty = noData !== null && channels === 1 && values[pixel] === noData;
    pixels[pixel * 4 + 3] = isEmpty ? 0 : 255;
  }
  return pixels;
}
