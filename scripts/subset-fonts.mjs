/**
 * Writes the font files of `app/fonts/` from the packages of Fontsource: the characters, weights and features that the
 * web app uses. The result is deterministic and committed, so that building the web app needs none of these packages.
 * Run it after changing a font, a weight or a set of characters.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import subsetFont from 'subset-font';

const root = resolve(import.meta.dirname, '..');

/** Layout features in use: kerning, ligatures, accents and tabular lining figures. */
const keepFeatures = ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'lnum'];

const ascii = range(0x20, 0x7e);
const symbols = '\u00a0©°µ·×–—‘’“”•…€−→←↑↓≥≤≈';
const latin = `${ascii}${range(0xa0, 0xff)}ıŒœˆ˚˜${symbols}‚„†‹›™`;
/** Of monotonic Greek, with accents. */
const greek = `ΆΈΉΊΌΎΏΐ${range(0x391, 0x3a1)}${range(0x3a3, 0x3ce)}`;
const cyrillic = `${range(0x401, 0x44f)}${range(0x451, 0x45f)}Ґґ`;
const latinExtended = `${range(0x100, 0x2ba)}${range(0x1e00, 0x1eff)}`;

const newsreader = '@fontsource-variable/newsreader/files/newsreader';
const hankenGrotesk = '@fontsource-variable/hanken-grotesk/files/hanken-grotesk';
/** Newsreader has neither Greek nor Cyrillic; the letters of Literata have its height and weight. */
const literata = '@fontsource-variable/literata/files/literata';
const commitMono = '@fontsource/commit-mono/files/commit-mono';

/** Weight 400, for reading sizes up to the headline of the front page. */
const serifAxes = { wght: 400, opsz: { min: 16, max: 72, default: 16 } };
const italicAxes = { wght: 400, opsz: 18 };
const sansAxes = { wght: { min: 400, max: 560, default: 400 } };

const fonts = [
  // The first two are preloaded with every page.
  {
    name: 'newsreader',
    source: `${newsreader}-latin-opsz-normal`,
    axes: serifAxes,
    characters: ascii + symbols,
  },
  { name: 'hanken-grotesk', source: `${hankenGrotesk}-latin-wght-normal`, axes: sansAxes, characters: latin },
  {
    name: 'newsreader-latin',
    source: `${newsreader}-latin-opsz-normal`,
    axes: serifAxes,
    characters: without(latin, ascii + symbols),
  },
  {
    name: 'newsreader-latin-extended',
    source: `${newsreader}-latin-ext-opsz-normal`,
    axes: serifAxes,
    characters: latinExtended,
  },
  {
    name: 'newsreader-italic',
    source: `${newsreader}-latin-opsz-italic`,
    axes: italicAxes,
    characters: ascii + symbols,
  },
  {
    name: 'newsreader-italic-latin',
    source: `${newsreader}-latin-opsz-italic`,
    axes: italicAxes,
    characters: without(latin, ascii + symbols),
  },
  {
    name: 'newsreader-bold',
    source: `${newsreader}-latin-opsz-normal`,
    axes: { wght: 600, opsz: 18 },
    characters: latin,
  },
  {
    name: 'hanken-grotesk-latin-extended',
    source: `${hankenGrotesk}-latin-ext-wght-normal`,
    axes: sansAxes,
    characters: latinExtended,
  },
  { name: 'commit-mono', source: `${commitMono}-latin-400-normal`, axes: undefined, characters: latin },
];

/** Social cards are drawn with fonts of one weight and size, in a format that the renderer reads. */
const cardFonts = [
  {
    name: 'card-newsreader',
    source: `${newsreader}-latin-opsz-normal`,
    axes: { wght: 400, opsz: 48 },
    characters: latin,
  },
  {
    name: 'card-newsreader-extended',
    source: `${newsreader}-latin-ext-opsz-normal`,
    axes: { wght: 400, opsz: 48 },
    characters: latinExtended,
  },
  {
    name: 'card-literata-greek',
    source: `${literata}-greek-opsz-normal`,
    axes: { wght: 400, opsz: 36 },
    characters: greek,
  },
  {
    name: 'card-literata-cyrillic',
    source: `${literata}-cyrillic-opsz-normal`,
    axes: { wght: 400, opsz: 36 },
    characters: cyrillic,
  },
  {
    name: 'card-hanken-grotesk',
    source: `${hankenGrotesk}-latin-wght-normal`,
    axes: { wght: 440 },
    characters: latin,
  },
];

for (const font of fonts) await writeSubset(font, 'woff2', 'woff2');
for (const font of cardFonts) await writeSubset(font, 'sfnt', 'ttf');

async function writeSubset({ name, source, axes, characters }, targetFormat, suffix) {
  const original = await readFile(resolve(root, 'node_modules', `${source}.woff2`));
  const subset = await subsetFont(original, characters, {
    targetFormat,
    keepFeatures,
    ...(axes && { variationAxes: axes }),
  });
  await writeFile(resolve(root, 'app/fonts', `${name}.${suffix}`), subset);
  console.log(`${name}.${suffix}: ${subset.length} bytes`);
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
}

function without(characters, others) {
  return [...characters].filter((character) => !others.includes(character)).join('');
}
