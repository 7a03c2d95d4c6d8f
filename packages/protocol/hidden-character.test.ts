import { expect, test } from 'vitest';
import { hiddenCharacter } from './hidden-character.ts';

test.each([
  ['an emoji family', '👩‍👩‍👧‍👦.png'],
  ['emoji with skin tone, presentation and hair', '👩🏽‍🔬❤️‍🔥👨‍🦰⚠️1️⃣©️.png'],
  ['flags', '🏳️‍🌈🏴‍☠️🇨🇭🏴󠁧󠁢󠁳󠁣󠁴󠁿.png'],
  ['Persian', 'داده‌ها.csv'],
  ['Devanagari', 'क्‍ष.txt'],
  ['a half form at the end of a word', 'क्‍.txt'],
  ['a Malayalam chillu at the end of a word', 'അവന്‍.txt'],
  ['Bengali', 'র‍্যাম'],
  ['an ideographic variation', '葛\u{e0100}城.txt'],
  ['Mongolian', 'ᠠ\u180b'],
  ['Hebrew', 'נתונים.csv'],
  ['accents', 'Zürich/İı/Z\u0351\u036b'],
])('%s has no hidden character', (_, name) => {
  expect(hiddenCharacter(name)).toBeUndefined();
});

test.each([
  ['da\u200bta.csv', 'U+200B'],
  ['invoice-\u202efdp.exe', 'U+202E'],
  ['a\u2066b', 'U+2066'],
  ['שלום\u200f', 'U+200F'],
  ['a\u061c', 'U+061C'],
  ['a\u2060', 'U+2060'],
  ['\ufeffa', 'U+FEFF'],
  ['so\u00adft', 'U+00AD'],
  ['a\u034fb', 'U+034F'],
  ['\u3164', 'U+3164'],
  ['a\u2028b', 'U+2028'],
  ['run\u200d1', 'U+200D'],
  ['a\u200cb', 'U+200C'],
  ['1\u200d2', 'U+200D'],
  ['a\ufe0f', 'U+FE0F'],
  ['1\ufe0f', 'U+FE0F'],
  ['👩\u200d', 'U+200D'],
  ['👩\u200d\u200d👩', 'U+200D'],
  ['a\u{e0100}', 'U+E0100'],
  ['a\u{e0041}', 'U+E0041'],
  ['😀\u{e0067}\u{e0062}\u{e007f}', 'U+E0067'],
  ['دا\u200c\u200cده', 'U+200C'],
])('%j has %s', (name, point) => {
  expect(hiddenCharacter(name)).toBe(point);
});
