/** Vertical places in pixels, all from the same origin. */
interface Rows {
  top: number;
  rowHeight: number;
  count: number;
}

/** The first and last row between two places, in any order, or `null` if there is none. */
export function rowsBetween(
  { top, rowHeight, count }: Rows,
  from: number,
  to: number,
): { first: number; last: number } | null {
  const [upper, lower] = from < to ? [from, to] : [to, from];
  const first = Math.max(0, Math.floor((upper - top) / rowHeight));
  const last = Math.min(count - 1, Math.floor((lower - top) / rowHeight));
  return first <= last ? { first, last } : null;
}
