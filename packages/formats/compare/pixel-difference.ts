export interface PixelDifference {
  /** Pixels that differ. */
  changed: number;
  /** The smallest rectangle around them; null if none differ. */
  box: { x: number; y: number; width: number; height: number } | null;
}

/** Red of a pixel that differs; its strength grows with the difference. */
const MARK = [200, 30, 30] as const;
const WEAKEST = 0.4;

/**
 * Compares two pictures of one size (RGBA), and replaces the former by a picture of the difference: pixels that differ are
 * red, and the others are pale and grey.
 */
export function markDifference(
  former: Uint8ClampedArray,
  later: Uint8ClampedArray,
  width: number,
): PixelDifference {
  let changed = 0;
  let [left, top, right, bottom] = [width, Number.POSITIVE_INFINITY, -1, -1];
  for (let at = 0; at < later.length; at += 4) {
    const difference = Math.max(
      distance(former, later, at),
      distance(former, later, at + 1),
      distance(former, later, at + 2),
      distance(former, later, at + 3),
    );
    const grey = 0.3 * valueAt(later, at) + 0.59 * valueAt(later, at + 1) + 0.11 * valueAt(later, at + 2);
    const pale = 255 - ((255 - grey) * valueAt(later, at + 3) * 0.3) / 255;
    if (difference > 0) {
      changed += 1;
      const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
    const strength = difference === 0 ? 0 : WEAKEST + ((1 - WEAKEST) * difference) / 255;
    for (let channel = 0; channel < MARK.length; channel++)
      former[at + channel] = pale + (valueAt(MARK, channel) - pale) * strength;
    former[at + 3] = 255;
  }
  const box = changed ? { x: left, y: top, width: right - left + 1, height: bottom - top + 1 } : null;
  return { changed, box };
}

const valueAt = (values: ArrayLike<number>, at: number) => values[at] ?? 0;

const distance = (former: Uint8ClampedArray, later: Uint8ClampedArray, at: number) =>
  Math.abs(valueAt(former, at) - valueAt(later, at));
