import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const directory = join(import.meta.dirname, 'fonts');
const preloaded = [
  ...readFileSync(join(import.meta.dirname, 'fonts.ts'), 'utf8').matchAll(/src: '\.\/fonts\/(.*)'/g),
];

it('preloads at most two fonts, 60 kB together', () => {
  const sizes = preloaded.map(([, file = '']) => statSync(join(directory, file)).size);
  expect(sizes).toHaveLength(2);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(60_000);
});

it('uses every font file', () => {
  const css = readFileSync(join(import.meta.dirname, 'fonts.css'), 'utf8');
  const used = [...preloaded, ...css.matchAll(/url\("\.\/fonts\/([^"]*)"\)/g)].map(([, file]) => file).sort();
  expect(used).toEqual(
    readdirSync(directory)
      .filter((file) => file.endsWith('.woff2'))
      .sort(),
  );
});
