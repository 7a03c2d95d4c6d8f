import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'globals.css'), 'utf8');
const rules = [...css.matchAll(/(:root(?::has\(\[data-hue\]\))?)(?:,\n\.lab-hue)? \{([^}]*)\}/g)];
const declarations = (selector: string) =>
  new Map(
    rules
      .filter(([, found]) => found === selector)
      .flatMap(([, , body = '']) => [...body.matchAll(/--([\w-]+): ([^;]+);/g)])
      .map(([, name = '', value = '']) => [name, value]),
  );
const neutral = declarations(':root');
const accents = declarations(':root:has([data-hue])');
const hues = [...css.matchAll(/data-hue="(\d+)"\]\) \{\s*--h: (\d+);/g)].map(([, attribute, hue]) => {
  expect(hue).toBe(attribute);
  return Number(hue);
});

const surfaces = ['paper', 'sheet', 'wash', 'veil'];
/** Text on each of the surfaces. */
const texts = ['ink', 'ink2', 'ink3', 'acc', 'warn', 'good', 'bad'];
/** Borders of controls, bars of charts and textures. */
const graphics = ['edge', 'bar', 'texture', 'solid', 'acc'];
/** Text on filled areas. */
const filled = [
  ['paper', 'ink'],
  ['paper', 'bad'],
  ['ink', 'tint'],
  ['ink', 'press'],
  ['paper', 'solid'],
] as const;

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each([undefined, ...hues])('has enough contrast with the hue %s', (hue) => {
    const tokens = new Map([...neutral, ...(hue === undefined ? [] : accents)]);
    const luminance = (name: string) => luminanceOf(tokens, name, theme, hue);
    const contrast = (one: string, other: string) => contrastOf(luminance(one), luminance(other));
    const tooLow = (pairs: readonly (readonly [string, string])[], least: number) =>
      pairs
        .map(([one, other]) => ({ one, other, contrast: contrast(one, other) }))
        .filter((pair) => pair.contrast < least);
    const on = (names: readonly string[]) =>
      names.flatMap((name) => surfaces.map((surface) => [name, surface] as const));

    expect(tooLow(on(texts), 4.5)).toEqual([]);
    expect(tooLow(filled, 4.5)).toEqual([]);
    expect(tooLow(on(graphics), 3)).toEqual([]);
  });
});

it('has 24 hues, 15 degrees apart', () => {
  expect(hues).toEqual(Array.from({ length: 24 }, (_, index) => index * 15));
});

function luminanceOf(
  tokens: ReadonlyMap<string, string>,
  name: string,
  theme: 'light' | 'dark',
  hue?: number,
): number {
  const value = tokens.get(name) ?? '';
  const [, alias] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
  if (alias !== undefined) return luminanceOf(tokens, alias, theme, hue);
  const colour = /oklch\(([\d.]+) ([\d.]+) ([\d.]+|var\(--h\))\)/g;
  const [light, dark] = [...value.matchAll(colour)];
  const [, lightness, chroma, angle] = (theme === 'light' ? light : dark) ?? [];
  expect(lightness, `--${name}: ${value}`).toBeDefined();
  return oklchLuminance(
    Number(lightness),
    Number(chroma),
    angle === 'var(--h)' ? (hue ?? Number.NaN) : Number(angle),
  );
}

/** Relative luminance, as defined by WCAG, of a colour within sRGB; channels outside of sRGB are clipped. */
function oklchLuminance(lightness: number, chroma: number, hue: number): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return (
    0.2126 * clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short) +
    0.7152 * clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short) +
    0.0722 * clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short)
  );
}

const contrastOf = (one: number, other: number) =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
