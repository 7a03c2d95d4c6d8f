import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contrastOf, hexOf } from '@labroom/marks/drawing/colour.ts';
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
const hues = Array.from({ length: 24 }, (_, index) => index * 15);

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
/** Lines of a texture on its ground, and the edge of an area beside the page. */
const textures = [
  ['texture', 'veil'],
  ['texture', 'tint'],
  ['texture', 'paper'],
] as const;

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each([undefined, ...hues])('has enough contrast with the hue %s', (hue) => {
    const tokens = new Map([...neutral, ...(hue === undefined ? [] : accents)]);
    const contrast = (one: string, other: string) =>
      contrastOf(colourOf(tokens, one, theme, hue), colourOf(tokens, other, theme, hue));
    const tooLow = (pairs: readonly (readonly [string, string])[], least: number) =>
      pairs
        .map(([one, other]) => ({ one, other, contrast: contrast(one, other) }))
        .filter((pair) => pair.contrast < least);
    const on = (names: readonly string[]) =>
      names.flatMap((name) => surfaces.map((surface) => [name, surface] as const));

    expect(tooLow(on(texts), 4.5)).toEqual([]);
    expect(tooLow(filled, 4.5)).toEqual([]);
    expect(tooLow(on(graphics), 3)).toEqual([]);
    expect(tooLow(textures, 3)).toEqual([]);
  });
});

/** The colour of a token as `#rrggbb`. */
function colourOf(
  tokens: ReadonlyMap<string, string>,
  name: string,
  theme: 'light' | 'dark',
  h?: number,
): string {
  const value = tokens.get(name) ?? '';
  const [, alias] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
  if (alias !== undefined) return colourOf(tokens, alias, theme, h);
  const colours = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+|var\(--h\))\)/g)];
  const [, lightness, chroma, angle] = colours[theme === 'light' ? 0 : 1] ?? [];
  expect(lightness, `--${name}: ${value}`).toBeDefined();
  const hue = angle === 'var(--h)' ? (h ?? Number.NaN) : Number(angle);
  return hexOf({ lightness: Number(lightness), chroma: Number(chroma), hue });
}
