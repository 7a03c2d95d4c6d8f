import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_JSON_DEPTH, MAX_JSON_VALUES, requestsOfBody } from './body-limit.ts';
import { JsonBounds, parseBoundedJson } from './json-bounds.ts';

/** Reads a text in chunks of at most so many bytes. */
function read(text: string, size = Number.POSITIVE_INFINITY): string | null {
  const bytes = new TextEncoder().encode(text);
  const bounds = new JsonBounds();
  for (let at = 0; at < bytes.length; at += size) {
    const refused = bounds.read(bytes.subarray(at, at + size));
    if (refused) return refused;
  }
  return null;
}

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

/** Arrays and objects that are open at once, and values in all, by a parser. */
function measure(value: unknown): { depth: number; values: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1 };
  const inner = Object.values(value).map(measure);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
  };
}

describe.each([1, 3, 1_000_000])('in chunks of %i bytes', (size) => {
  it('refuses more than 64 levels, of arrays and objects together', () => {
    expect(read(nested(MAX_JSON_DEPTH), size)).toBeNull();
    expect(read(nested(MAX_JSON_DEPTH + 1), size)).toMatch(/deeper than 64 levels/);
    expect(read('{"a":['.repeat(33), size)).toMatch(/deeper/);
    expect(read(`[${nested(MAX_JSON_DEPTH - 1)},${nested(MAX_JSON_DEPTH - 1)}]`, size)).toBeNull();
  });

  it('refuses more values than a change of 10,000 entries has', () => {
    const items = (count: number) => `[${'1,'.repeat(count - 1)}1]`;
    expect(read(items(MAX_JSON_VALUES - 1), size)).toBeNull();
    expect(read(items(MAX_JSON_VALUES + 1), size)).toMatch(/more than 65536 values/);
    expect(read('[],'.repeat(MAX_JSON_VALUES), size)).toMatch(/values/);
    const moves = Array.from({ length: 10_000 }, (_, at) => ({ from: `a, [${at}`, to: `"b\\` }));
    expect(read(JSON.stringify({ query: 'mutation', variables: { moves } }), size)).toBeNull();
  });

  it('counts no sign within texts, whatever is escaped', () => {
    for (const text of [
      '[{,'.repeat(30_000),
      '\\'.repeat(9_999),
      '"['.repeat(9_999),
      '\\"['.repeat(9_999),
      'ä[字'.repeat(999),
    ])
      expect(read(JSON.stringify({ text }), size)).toBeNull();
    expect(read(`{"text":"\\\\",${'['.repeat(MAX_JSON_DEPTH)}`, size)).toMatch(/deeper/);
  });
});

it('counts as a parser does, for any JSON in any chunks', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 6 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 58, max: 64 }),
      (value, size, levels) => {
        const { depth } = measure(value);
        const text = '['.repeat(levels) + JSON.stringify(value) + ']'.repeat(levels);
        expect(read(text, size) === null).toBe(depth + levels <= MAX_JSON_DEPTH);
      },
    ),
  );
});

it('counts a body as one request for each 16 KiB', () => {
  expect([0, 1, 16_384, 16_385, 65_536, 2 ** 21].map(requestsOfBody)).toEqual([1, 1, 1, 2, 4, 128]);
});

it('parses a text within a value, within the same bounds', () => {
  expect(parseBoundedJson('{"a":[1]}')).toEqual({ a: [1] });
  for (const text of [nested(MAX_JSON_DEPTH + 1), '[', `[${'1,'.repeat(MAX_JSON_VALUES)}1]`])
    expect(() => parseBoundedJson(text)).toThrow(SyntaxError);
});
