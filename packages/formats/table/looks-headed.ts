import type { NumberStyle } from './number-style.ts';
import { isMissing, numberIn } from './numbers.ts';
import { isDated } from './value-kinds.ts';
import { wellOf } from './wells.ts';

/** Rows that decide whether the first one is a header. */
const JUDGED_ROWS = 100;

/** Of the first values of columns of a kind, more than this share is of that kind in a row of data. */
const MOST_ALIKE = 0.5;

/**
 * The first row is data if most columns of numbers, of dates and times, or of wells begin with such a value too. Numbers in equal steps
 * name columns, e.g. years.
 */
export function looksHeaded([first = [], ...others]: string[][], style: NumberStyle): boolean {
  const isNumber = (value: string) =>
    numberIn(value, style) !== null || isMissing(value) || /^\s*\d+\s*$/.test(value);
  const isDate = (value: string) => isDated(value) || isMissing(value);
  /** Empty cells are columns without a name, or values that are missing: the others tell. */
  const areMost = (test: (value: string) => boolean, columns: number[]) => {
    const values = columns.map((column) => first[column] ?? '').filter((value) => value.trim() !== '');
    return values.filter(test).length > values.length * MOST_ALIKE;
  };

  const judged = others.slice(0, JUDGED_ROWS);
  if (judged.length === 0) return !first.some((value) => numberIn(value, style) !== null || isDated(value));
  const columnsWhere = (test: (value: string) => boolean) =>
    first
      .map((_, column) => column)
      .filter((column) => {
        const values = judged.map((row) => row[column] ?? '').filter((value) => value.trim() !== '');
        return values.length > 0 && values.every(test) && !values.every(isMissing);
      });
  const wells = columnsWhere((value) => wellOf(value) !== null);
  if (wells.length > 0) return !wells.every((column) => wellOf(first[column] ?? ''));
  const dates = columnsWhere(isDate);
  if (dates.length > 0) return !areMost(isDate, dates);
  const numeric = columnsWhere(isNumber);
  if (numeric.length === 0 || !areMost(isNumber, numeric)) return true;
  const [second = []] = judged;
  const areYears = numeric.every((column) => /^\s*[12]\d{3}\s*$/.test(first[column] ?? ''));
  return areSteps(first, numeric, style) && (areYears || !areSteps(second, numeric, style));
}

/** Whether whole numbers in several columns have the same distance to each other. */
function areSteps(row: string[], columns: number[], style: NumberStyle): boolean {
  const values = columns.map((column) => row[column] ?? '');
  const steps = values
    .slice(1)
    .map((value, index) => (numberIn(value, style) ?? 0) - (numberIn(values[index] ?? '', style) ?? 0));
  const areWhole = values.every((value) => /^\s*\d+\s*$/.test(value));
  return areWhole && steps.length > 1 && steps[0] !== 0 && steps.every((step) => step === steps[0]);
}
