/** Pixels along the longer side of what is shown of an image. */
export const MAX_SHOWN_SIDE = 1_536;
/** Share of the pixels that are below, and above, the shown contrast. */
const CLIPPED = 0.0035;
const COUNTED_VALUES = 200_000;

interface Contrast {
  /** Least and greatest value. */
  range: [low: number, high: number];
  /** Values that few pixels are below and above. */
  contrast: [low: number, high: number];
}

/** @param noData the value that stands for none */
export function contrastOf(values: ArrayLike<number>, noData: number | null): Contrast {
  const step = Math.max(1, Math.floor(values.length / COUNTED_VALUES));
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const counted: number[] = [];
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    if (!Number.isFinite(value) || value === noData) continue;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
    if (index % step === 0) counted.push(value);
  }
  if (counted.length === 0) return { range: [0, 1], contrast: [0, 1] };
  const sorted = Float64Array.from(counted).sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  const [low, high] = [at(CLIPPED), at(1 - CLIPPED)];
  return { range: [least, greatest], contrast: high > low ? [low, high] : [least, greatest] };
}
