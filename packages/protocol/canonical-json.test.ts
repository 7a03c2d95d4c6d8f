import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test.each([
  [
    'keys by UTF-16 code units',
    { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, ö: 6 },
    '{"\\r":2,"1":4,"ö":6,"€":1,"😀":5,"\ufb33":3}',
  ],
  ['keys at every depth', { b: [{ d: 1, c: null }], a: {} }, '{"a":{},"b":[{"c":null,"d":1}]}'],
  ['numbers and texts', [1e21, 0.000001, -0, 'é"\u000f'], '[1e+21,0.000001,0,"é\\"\\u000f"]'],
])('writes %s as RFC 8785 does', (_, value, text) => {
  expect(canonicalJson(value)).toBe(text);
});
