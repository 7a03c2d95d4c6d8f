/** A point that is drawn. */
export type Place = readonly [x: number, y: number];

/**
 * The curve with at most four points for each of `columns` columns: the first, the lowest, the highest and the last one, so that no peak is
 * lost. Parts between values that were not measured are apart from one another.
 */
export function thinned(x: ArrayLike<number>, y: ArrayLike<number>, columns: number): Place[][] {
  const parts: Place[][] = [[]];
  const perColumn = Math.max(1, Math.ceil(x.length / columns));
  for (let start = 0; start < x.length; start += perColumn) {
    const end = Math.min(start + perColumn, x.length);
    let [low, high]: [number | null, number | null] = [null, null];
    let hasGap = false;
    for (let at = start; at < end; at++) {
      const value = y[at] ?? Number.NaN;
      if (!Number.isFinite(value)) hasGap = true;
      else {
        if (low === null || value < (y[low] ?? 0)) low = at;
        if (high === null || value > (y[high] ?? 0)) high = at;
      }
    }
    const kept = [...new Set([start, low, high, end - 1])]
      .filter((at): at is number => at !== null && Number.isFinite(y[at]))
      .sort((one, other) => one - other);
    parts.at(-1)?.push(...kept.map((at): Place => [x[at] ?? 0, y[at] ?? 0]));
    if (hasGap && (parts.at(-1)?.length ?? 0) > 0) parts.push([]);
  }
  return parts.filter((part) => part.length > 0);
}

/** The least and the greatest of the numbers. */
export function rangeOf(values: ArrayLike<number>): [min: number, max: number] {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? Number.NaN;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? [min, max] : [0, 1];
}
