import { describe, expect, test } from 'vitest';
import { ambiguityOf } from './duplicate-key.ts';

describe('JSON with one meaning', () => {
  test.each([
    '{}',
    '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}',
    '{"a":"b","b":"a"}',
    '{"a":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a":["a","a"]}',
    '{"":1}',
    '"a"',
  ])('%s', (json) => {
    JSON.parse(json);
    expect(ambiguityOf(json)).toBeNull();
  });
});

describe('JSON that parsers may read differently', () => {
  test.each([
    '{"a":1,"a":2}',
    '{"a":1, "b":2, "a" : 2}',
    '{"a":1,"\\u0061":2}',
    '{"x":[{"y":{"a":1,"a":1}}]}',
    '{"a\\"":1,"a\\"":2}',
    '{"__proto__":{"query":"x"}}',
    '{"a":{"\\u005f_proto__":1}}',
  ])('%s', (json) => {
    JSON.parse(json);
    expect(ambiguityOf(json)).toMatch(/ambiguous/);
  });

  test('or that is nested too deeply', () => {
    expect(ambiguityOf('['.repeat(65) + ']'.repeat(65))).toMatch(/deep/);
    expect(ambiguityOf('['.repeat(64) + ']'.repeat(64))).toBeNull();
  });
});
