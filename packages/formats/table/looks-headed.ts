import type { NumberStyle } from './number-style.ts';
import { isMissing, numberIn } from './numbers.ts';
import { wellOf } from './wells.ts';

/** Rows that decide whether the first one is a header. */
const JUDGED_ROWS = 100;

/**
 * The first row is data if each column of numbers, or of wells, begins with such a value too. Numbers in equal steps
 * name columns, e.g. years.
 */
export function looksHeaded([first = [], ...others]: string[][], style: NumberStyle): boolean {
  const isNumber = (value: string) => numberIn(value, style) !== null || isMissing(value);

  const judged = others.slice(0, JUDGED_ROWS);
  if (judged.length === 0) return !first.every((value) => numberIn(value, style) !== null);
  const columnsWhere = (test: (value: string) => boolean) =>
    first
      .map((_, column) => column)
      .filter((column) => {
        const values = judged.map((row) => row[column] ?? '').filter((value) => value.trim() !== '');
        return values.length > 0 && values.every(test) && !values.every(isMissing);
      });
  const wells = columnsWhere((value) => wellOf(value) !== null);
  if (wells.length > 0) return !wells.every((column) => wellOf(first[column] ?? ''));
  const numeric = columnsWhere(isNumber);
  if (numeric.length === 0) return true;
  const values = numeric.map((column) => first[column] ?? '');
  if (!values.every(isNumber)) return true;
  const steps = values
    .slice(1)
    .map((value, index) => (numberIn(value, style) ?? 0) - (numberIn(values[index] ?? '', style) ?? 0));
  const areWhole = steps.every(Number.isInteger) && values.every((value) => /^\s*\d+\s*$/.test(value));
  return areWhole && steps.length > 1 && steps[0] !== 0 && steps.every((step) => step === steps[0]);
}
