/** One number of a line of spectral data: as it is, packed, or as a difference; or how often the one before comes. */
const TOKEN =
  /([+-]?(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]\d{1,3})?)|([@A-Ia-i])(\d*\.?\d*)|([%J-Rj-r])(\d*\.?\d*)|([S-Zs])(\d*)|\?/g;
const DIGITS: Readonly<Record<string, string>> = Object.fromEntries([
  ...[...'@ABCDEFGHI'].map((letter, digit) => [letter, String(digit)]),
  ...[...'abcdefghi'].map((letter, index) => [letter, `-${index + 1}`]),
  ...[...'%JKLMNOPQR'].map((letter, digit) => [letter, String(digit)]),
  ...[...'jklmnopqr'].map((letter, index) => [letter, `-${index + 1}`]),
  ...[...'STUVWXYZs'].map((letter, index) => [letter, String(index + 1)]),
]);

/**
 * Reads lines of an abscissa and the ordinates that follow it (JCAMP-DX 4.24, 5.8), up to `most` ordinates. Where a line ends with a
 * difference, the next one begins with the same ordinate once more, as a check. `?` is a value that was not measured.
 */
export function readOrdinates(lines: Iterable<string>, most: number): Float64Array<ArrayBuffer> {
  const values: number[] = [];
  let [isDifference, difference] = [false, 0];
  for (const line of lines) {
    let place = 0;
    for (const [token, plain, squeezed, squeezedRest, step, stepRest, repeat, repeatRest] of line.matchAll(
      TOKEN,
    )) {
      // The abscissa is told more exactly by the first and the last one.
      if (place++ === 0) continue;
      if (values.length >= most) return Float64Array.from(values);
      const last = values.at(-1) ?? 0;
      if (repeat !== undefined) {
        const times = Math.min(Number(`${DIGITS[repeat]}${repeatRest}`) - 1, most - values.length);
        for (let count = 0; count < times; count++)
          values.push((values.at(-1) ?? 0) + (isDifference ? difference : 0));
      } else if (step !== undefined) {
        difference = Number(`${DIGITS[step]}${stepRest}`);
        isDifference = true;
        values.push(last + difference);
      } else {
        const value = squeezed === undefined ? Number(plain) : Number(`${DIGITS[squeezed]}${squeezedRest}`);
        const isCheck = isDifference && place === 2;
        isDifference = false;
        if (!isCheck) values.push(token === '?' ? Number.NaN : value);
      }
    }
  }
  return Float64Array.from(values);
}

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]?\d{1,3})?/g;

/** Reads pairs of numbers, one after another or each in parentheses with more behind it. */
export function readPairs(lines: Iterable<string>, most: number, perGroup: number): [x: number, y: number][] {
  const pairs: [number, number][] = [];
  for (const line of lines) {
    const groups = line.includes('(') ? line.split(')') : [line];
    for (const group of groups) {
      const numbers = (group.replace(/<[^>]*>?/g, '').match(NUMBER) ?? []).map(Number);
      const step = line.includes('(') ? Math.max(2, numbers.length) : perGroup;
      for (let at = 0; at + 1 < numbers.length && pairs.length < most; at += step)
        pairs.push([numbers[at] ?? 0, numbers[at + 1] ?? 0]);
    }
  }
  return pairs;
}
