import { expect, it } from 'vitest';
import { withFewMarks } from './few-marks.ts';

it('keeps the marks of languages, and the first 30 of a character that has more', () => {
  const text = 'Việt Nam, हिन्दी, שָׁלוֹם, Z\u0335\u0321\u0350';
  expect(withFewMarks(text)).toBe(text);
  expect(withFewMarks(`a${'\u0301'.repeat(20_000)}b${'\u{1d165}'.repeat(31)}c`)).toBe(
    `a${'\u0301'.repeat(30)}b${'\u{1d165}'.repeat(30)}c`,
  );
});
