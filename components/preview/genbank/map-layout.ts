import type { ModelOf } from '@labroom/formats/models';

export type Feature = ModelOf<'genbank'>['features'][number];

export interface MapArc {
  feature: Feature;
  start: number;
  /** Larger than the length of the circle for a feature across the origin. */
  end: number;
  lane: number;
}

// More features cannot be told apart.
const MAX_ARCS = 60;
const MAX_LANES = 5;

/** Features of the map, longest first, each in the outermost lane where it overlaps no other. */
export function layOut(features: readonly Feature[], length: number): MapArc[] {
  const lanes: [start: number, end: number][][] = [];
  const arcs: MapArc[] = [];
  const placed = features
    .filter(({ type, span }) => type !== 'source' && span !== null)
    .map((feature) => {
      const { start, end } = feature.span ?? { start: 1, end: 1 };
      return { feature, start: start - 1, end: end < start ? end + length : end };
    })
    .toSorted((one, other) => other.end - other.start - (one.end - one.start))
    .slice(0, MAX_ARCS);
  for (const { feature, start, end } of placed) {
    const parts: [number, number][] =
      end > length
        ? [
            [start, length],
            [0, end - length],
          ]
        : [[start, end]];
    const isFree = (lane: [number, number][]) =>
      parts.every(([from, to]) => lane.every(([a, b]) => to <= a || from >= b));
    let lane = lanes.findIndex(isFree);
    if (lane === -1) {
      if (lanes.length === MAX_LANES) continue;
      lane = lanes.push([]) - 1;
    }
    lanes[lane]?.push(...parts);
    arcs.push({ feature, start, end, lane });
  }
  return arcs;
}

/** A point on a circle around 0,0. The beginning of the sequence is at the top; it runs clockwise. */
export function pointAt(share: number, radius: number): { x: number; y: number } {
  const angle = share * 2 * Math.PI - Math.PI / 2;
  return {
    x: Number((radius * Math.cos(angle)).toFixed(2)),
    y: Number((radius * Math.sin(angle)).toFixed(2)),
  };
}

/** Moves labels of one side apart, from the top down, and keeps them within the height. */
export function spread(heights: readonly number[], gap: number, limit: number): number[] {
  const order = heights.map((height, index) => ({ height, index })).toSorted((a, b) => a.height - b.height);
  const moved: number[] = new Array(heights.length).fill(0);
  let next = -limit;
  for (const { height, index } of order) {
    moved[index] = Math.max(height, next);
    next = (moved[index] ?? 0) + gap;
  }
  let last = limit;
  for (const { index } of order.toReversed()) {
    moved[index] = Math.min(moved[index] ?? 0, last);
    last = (moved[index] ?? 0) - gap;
  }
  return moved;
}
