import type { Facts } from './facts.ts';

/** What independent readers print and the preview does not, or prints otherwise. What only one of them knows is not compared. */
export function differences(shown: Facts, reference: Facts): string[] {
  return Object.entries(reference).flatMap(([name, expected]) => {
    const actual = shown[name];
    if (actual === undefined || expected === undefined || expected === null) return [];
    if (isEqual(actual, expected)) return [];
    return [`${name}: shown ${short(actual)}, is ${short(expected)}`];
  });
}

const short = (value: unknown) => JSON.stringify(value)?.slice(0, 160) ?? '';

function isEqual(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(actual) && Array.isArray(expected)) {
    // What is null was not read.
    return (
      actual.length === expected.length &&
      actual.every((value, index) => expected[index] === null || isEqual(value, expected[index]))
    );
  }
  if (Array.isArray(expected)) return isEqual(actual, expected.map(String).join(', '));
  const [one, other] = [textOf(actual), textOf(expected)];
  if (one === other) return true;
  // Said to be cut.
  if (one.endsWith('…') && other.startsWith(one.slice(0, -1).trim())) return true;
  const [left, right] = [Number(one), Number(other)];
  if (one === '' || other === '') return false;
  // Numbers of 32 bits are printed in different digits.
  return Math.abs(left - right) <= 1e-6 * Math.max(Math.abs(left), Math.abs(right), 1e-30);
}

/** Both sides write these in their own way. */
function textOf(value: unknown): string {
  const text = String(value ?? '')
    .replace(/^about /, '')
    // Zeros fill texts up.
    .replace(/\0+$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (/^[+-]?inf(inity)?$/i.test(text)) return text.startsWith('-') ? '-Infinity' : 'Infinity';
  if (/^(nan|no value)$/i.test(text)) return 'NaN';
  if (/^(true|false)$/i.test(text)) return text.toLowerCase();
  return text;
}
