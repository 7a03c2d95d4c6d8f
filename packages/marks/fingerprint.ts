import { hexOf } from './drawing/colour.ts';
import { seedOf } from './drawing/random.ts';

/**
 * Twelve bars for a hash or an id, 35 by 14 pixels. Their tones have a contrast of at least 3:1 to paper in both themes.
 * The bars help the eye to find a value again; they prove nothing.
 */
export function fingerprint(value: string): string {
  const seed = seedOf('fingerprint', value);
  const random = seed.sequence();
  const hue = seed.pick(0, 24) * 15;
  const tones = [
    hexOf({ lightness: 0.5, chroma: 0.012, hue: 80 }),
    hexOf({ lightness: 0.63, chroma: 0.012, hue: 80 }),
    hexOf({ lightness: 0.6, chroma: 0.14, hue }),
  ];
  const bars = tones.map(() => '');
  for (let index = 0; index < 12; index += 1) {
    const height = 3 + Math.floor(random() * 12);
    const tone = Math.floor(random() * tones.length);
    bars[tone] += `M${index * 3} ${14 - height}h2v${height}h-2z`;
  }
  const paths = bars.map((path, tone) => path && `<path fill="${tones[tone]}" d="${path}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="35" height="14" viewBox="0 0 35 14">${paths.join('')}</svg>`;
}
