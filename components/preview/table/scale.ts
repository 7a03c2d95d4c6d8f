/** Round numbers that cover a range, about `count` of them: steps of 1, 2 or 5 times a power of ten. */
export function ticksOf(min: number, max: number, count = 5): number[] {
  const range = max - min;
  if (!Number.isFinite(range) || range <= 0) return [min];
  const rough = range / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(min / step);
  const last = Math.floor(max / step + 1e-9);
  // A range at the limit of the precision of numbers has no steps.
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || last - first > 4 * count) return [min];
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

export interface Point {
  x: number;
  y: number;
}

/** Pearson's correlation coefficient; `null` if one side does not vary. */
export function correlationOf(points: readonly Point[]): number | null {
  const mean = (pick: (point: Point) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)];
  let [both, onX, onY] = [0, 0, 0];
  for (const { x, y } of points) {
    both += (x - meanX) * (y - meanY);
    onX += (x - meanX) ** 2;
    onY += (y - meanY) ** 2;
  }
  const result = both / Math.sqrt(onX * onY);
  return Number.isFinite(result) ? result : null;
}
