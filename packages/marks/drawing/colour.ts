/** A colour as lightness (0 to 1), chroma (0 to about 0.3) and hue (degrees). */
export interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

/**
 * Converts to `#rrggbb`, which every renderer knows. Screens cannot show every chroma at every hue; the chroma is then
 * lowered, and lightness and hue stay, so that contrast does not depend on the hue.
 */
export function hexOf({ lightness, chroma, hue }: Oklch): string {
  let low = 0;
  let high = chroma;
  if (!isShown(linearRgb({ lightness, chroma, hue }))) {
    for (let step = 0; step < 20; step += 1) {
      const middle = (low + high) / 2;
      if (isShown(linearRgb({ lightness, chroma: middle, hue }))) low = middle;
      else high = middle;
    }
  } else {
    low = chroma;
  }
  const channels = linearRgb({ lightness, chroma: low, hue }).map((value) => Math.round(encode(value) * 255));
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Contrast of two colours `#rrggbb` as defined by WCAG, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    decode(Number.parseInt(hex.slice(start, start + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linearRgb({ lightness, chroma, hue }: Oklch): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const isShown = (channels: readonly number[]) => channels.every((value) => value > -1e-4 && value < 1 + 1e-4);

function encode(value: number): number {
  const clamped = Math.min(1, Math.max(0, value));
  return clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055;
}

function decode(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
