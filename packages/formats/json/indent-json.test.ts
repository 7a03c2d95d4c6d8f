import { depth, seed } from '@labroom/testing/depth.ts';
import { mulberry32 } from '@labroom/testing/random.ts';
import { expect, it } from 'vitest';
import { indentJson } from './indent-json.ts';

const indented = (text: string) => indentJson({ text, isCut: false }).text;
const nested = (levels: number, inside: string) => '['.repeat(levels) + inside + ']'.repeat(levels);

it('keeps numbers, the order of keys and keys that occur twice as they are in the file', () => {
  const file =
    '{"id":12345678901234567890,"mass":1.10,"sum":0.30000000000000001,"big":1e400,"small":-0,"a":1,"a":2,"10":"\\u0041\\/","9":[1E5,1e5]}';
  expect(
    indented(file)
      .replace(/\n +|\n/g, '')
      .replaceAll(': ', ':'),
  ).toBe(file);
  expect(indented('{"b":1.10,"a":[1e400]}')).toBe('{\n  "b": 1.10,\n  "a": [\n    1e400\n  ]\n}');
});

it('indents as JSON.stringify does', () => {
  const random = mulberry32(seed);
  const pick = (...values: unknown[]) => values[Math.floor(random() * values.length)];
  const value = (levels: number): unknown => {
    const many = Array.from({ length: levels > 0 ? Math.floor(random() * 4) : 0 }, () => value(levels - 1));
    const named = Object.fromEntries(many.map((inner, at) => [pick('k', 'a "b"', '\n') + String(at), inner]));
    return pick(many, named, many, named, 'x\\', '', 7, -1.5, null, true, '\u2028é');
  };
  for (let run = 0; run < 20 * depth.randomValues; run++) {
    const given = value(6);
    const wanted = JSON.stringify(given, null, 2);
    expect(indented(JSON.stringify(given))).toBe(wanted);
    expect(indented(wanted.replaceAll('\n', '\r\n\t'))).toBe(wanted);
  }
});

it.each([
  '',
  ' ',
  '[1,]',
  '{"a"}',
  '{"a":1,}',
  '{a:1}',
  '[01]',
  '[1 2]',
  '1 2',
  '[nan]',
  '[Infinit]',
  '[- Infinity]',
  '"\n"',
  '"\\x"',
  '[',
  '{]',
  '{"a":1',
])('leaves %j, which is not JSON, as it is', (text) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(indented(text)).toBe(text);
});

it('indents the numbers that Python writes and JSON does not have', () => {
  expect(indented('{"a":[NaN,-Infinity],"b":Infinity,"c":"NaN"}')).toBe(
    '{\n  "a": [\n    NaN,\n    -Infinity\n  ],\n  "b": Infinity,\n  "c": "NaN"\n}',
  );
});

it('indents the beginning of a file up to where it was cut', () => {
  const file = '{"a": [1, 22, {"b": "c\\u0041d"}], "e": true, "f": -Infinity}';
  for (let end = 1; end < file.length; end++) {
    const { text, isCut } = indentJson({ text: file.slice(0, end), isCut: true });
    expect(isCut).toBe(true);
    expect(text.replace(/\s/g, '')).toBe(file.slice(0, end).replace(/\s/g, ''));
    if (end > 7) expect(text).toContain('{\n  "a": [');
  }
});

it('returns a bounded text for a file of any shape', () => {
  const size = 61_000;
  const files = [
    nested(size / 2, ''),
    nested(2_500, String(Array(28_000).fill(1))),
    nested(32, String(Array(28_000).fill(1))),
    nested(33, String(Array(28_000).fill(1))),
    String(JSON.stringify(Array(10_000).fill({ a: [] }))),
    `[${'[],'.repeat(size / 3)}[]]`,
    `${'{"":'.repeat(size / 5)}1${'}'.repeat(size / 5)}`,
    JSON.stringify('x'.repeat(size)),
    `[${nested(400, '')}${`,${nested(40, '1')}`.repeat(600)}]`,
  ];
  for (const file of files) {
    const { text } = indentJson({ text: file, isCut: false });
    expect(text.length).toBeLessThanOrEqual(Math.max(file.length + 4_000, 201_000));
    expect(text.split('\n').length).toBeLessThanOrEqual(5_002);
  }
  // Deeper values stand as they are in the file.
  expect(indented(nested(40, '1')).split('\n')[32]).toBe(`${' '.repeat(64)}${nested(8, '1')}`);
});
