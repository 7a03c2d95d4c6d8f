import { hostileTexts } from '@labroom/testing/hostile-texts.ts';
import { expect, it } from 'vitest';
import { plainExcerpt } from './excerpt.ts';

it('is the beginning without markup', () => {
  expect(plainExcerpt('# A title\n\n- *one* `two`\n> [three](https://a.b) ![four](c.png)\n')).toBe(
    'A title one two three four',
  );
  expect(plainExcerpt('word '.repeat(1_000))).toHaveLength(300);
  expect(plainExcerpt(`${'a'.repeat(299)}\u{1f600}`).isWellFormed()).toBe(true);
});

it('reads no more than the beginning of any text', () => {
  for (const [name, make] of Object.entries(hostileTexts)) {
    const text = make(100_000);
    expect(plainExcerpt(text), name).toBe(plainExcerpt(text.slice(0, 1_200)));
    expect(plainExcerpt(text).length, name).toBeLessThanOrEqual(300);
  }
});
