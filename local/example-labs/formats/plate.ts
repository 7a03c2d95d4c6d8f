import { range } from '../encoders/text.ts';

interface Well {
  /** E.g. `A1`. */
  name: string;
  row: number;
  column: number;
  /** Counted along the rows, from 0. */
  index: number;
}

/** The wells of a plate with 96 or 384 wells, along its rows. */
export function wellsOf(count: 96 | 384): Well[] {
  const columns = count === 96 ? 12 : 24;
  return range(count).map((index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    return { name: `${rowNames[row]}${column + 1}`, row, column, index };
  });
}

/** Names of the rows, `A` to `P`. */
export const rowNames: readonly string[] = [...'ABCDEFGHIJKLMNOP'];
