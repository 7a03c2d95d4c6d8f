import { describe, expect, test } from 'vitest';
import { nameKey } from './look-alikes.ts';
import { parseAffiliation, parseOrcid, parseProfileName, parseWebsite } from './parse-profile.ts';

describe('a name', () => {
  test.each([
    ['  Ada   Lovelace ', 'Ada Lovelace'],
    ['Zoe\u0308', 'Zoë'],
    ['ليلى العامري', 'ليلى العامري'],
    ['می‌خواهم', 'می‌خواهم'],
    ['J. R. R. Tolkien', 'J. R. R. Tolkien'],
    ['x'.repeat(64), 'x'.repeat(64)],
  ])('%j is kept as %j', (text, name) => {
    expect(parseProfileName(text)).toBe(name);
  });

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['x'.repeat(65), 'longer'],
    ['Ada\u202egnp', 'U+202E'],
    ['Ada\u200b', 'U+200B'],
    ['Ada\u2066', 'U+2066'],
    ['Ada\nLovelace', 'U+000A'],
    ['Ada\u0000', 'U+0000'],
    ['\ue000', 'U+E000'],
    [`A${'\u0301'.repeat(9)}`, 'marks'],
    ['0x56b9…6fef', 'address'],
    ['ada.base.eth', 'domain'],
    ['Ada ✓', 'check mark'],
    ['…', 'letter'],
  ])('%j is refused: %s', (text, why) => {
    expect(() => parseProfileName(text)).toThrow(why);
  });
});

describe('a key of names', () => {
  test.each([
    ['Ada Lovelace', 'АdaLovelace'],
    ['Alice', 'AIice'],
    ['ALICE', 'alice'],
    ['Paul', 'Pau1'],
    ['modern', 'modem'],
    ['Bob', 'Ｂｏｂ'],
  ])('%j may be mistaken for %j', (name, other) => {
    expect(nameKey(name)).toBe(nameKey(other));
  });

  test('is different for different names', () => {
    expect(nameKey('Ada')).not.toBe(nameKey('Eda'));
  });
});

describe('an ORCID iD', () => {
  test.each([
    ['0000-0002-1825-0097', '0000-0002-1825-0097'],
    ['https://orcid.org/0000-0002-1694-233x', '0000-0002-1694-233X'],
    [' ', null],
  ])('%j is kept as %j', (text, orcid) => {
    expect(parseOrcid(text)).toBe(orcid);
  });

  test.each(['0000-0002-1825-0098', '0000000218250097', '0000-0002-1694-2331', 'ada'])(
    '%j is refused',
    (text) => {
      expect(() => parseOrcid(text)).toThrow('ORCID');
    },
  );
});

test.each([
  ['https://example.org', 'https://example.org/'],
  ['https://bücher.example/a', 'https://xn--bcher-kva.example/a'],
  ['', null],
])('the website %j is kept as %j', (text, website) => {
  expect(parseWebsite(text)).toBe(website);
});

test.each([
  'http://example.org',
  'javascript:alert(1)',
  'https://user:secret@example.org',
  'https://localhost',
  'example.org',
  `https://example.org/${'x'.repeat(200)}`,
])('the website %j is refused', (text) => {
  expect(() => parseWebsite(text)).toThrow();
});

test('an empty affiliation is none', () => {
  expect(parseAffiliation(' ')).toBeNull();
});
