export type FcsScale = 'linear' | 'asinh';

/** Values around zero are linear, larger ones logarithmic: asinh(x / 150), which is usual for fluorescence. */
const COFACTOR = 150;

export const scaled = (value: number, scale: FcsScale) =>
  scale === 'linear' ? value : Math.asinh(value / COFACTOR);

/** Scatter and time are shown as they are, and fluorescence on a scale for many decades. */
export const scaleOf = (name: string): FcsScale =>
  /^(FSC|SSC|Time|Width|Event)/i.test(name) ? 'linear' : 'asinh';

/** Range of the finite values on a scale, without the outermost 0.1 %, so that few events do not decide it. */
export function rangeOf(values: Float32Array, scale: FcsScale): [min: number, max: number] {
  const finite = values.filter((value) => Number.isFinite(value)).sort();
  if (finite.length === 0) return [0, 1];
  const at = (share: number) => finite[Math.round(share * (finite.length - 1))] ?? 0;
  const isMany = finite.length > 2_000;
  const [min, max] = [scaled(at(isMany ? 0.001 : 0), scale), scaled(at(isMany ? 0.999 : 1), scale)];
  const margin = min === max ? 1 : (max - min) * 0.03;
  return [min - margin, max + margin];
}

export const medianOf = (values: Float32Array): number | null => {
  const finite = values.filter((value) => Number.isFinite(value)).sort();
  return finite[Math.floor(finite.length / 2)] ?? null;
};

export interface Axis {
  values: Float32Array;
  scale: FcsScale;
  range: readonly [min: number, max: number];
}

/** Events in each cell of a square grid, row by row from the bottom. */
export function densityOf(x: Axis, y: Axis, cells: number): { counts: Uint32Array; inside: number } {
  const counts = new Uint32Array(cells * cells);
  let inside = 0;
  const placeOf = ({ values, scale, range: [min, max] }: Axis, event: number) =>
    Math.floor(((scaled(values[event] ?? Number.NaN, scale) - min) / (max - min)) * cells);
  const events = Math.min(x.values.length, y.values.length);
  for (let event = 0; event < events; event++) {
    const [column, row] = [placeOf(x, event), placeOf(y, event)];
    if (!(column >= 0 && column < cells && row >= 0 && row < cells)) continue;
    const at = row * cells + column;
    counts[at] = (counts[at] ?? 0) + 1;
    inside++;
  }
  return { counts, inside };
}

/** Cells of similar density as one SVG path each, from the thinnest to the densest. Neighbours in a row are joined. */
export function densityPaths(counts: Uint32Array, cells: number, levels: number): string[] {
  const most = counts.reduce((max, count) => Math.max(max, count), 0);
  const levelOf = (count: number) =>
    count === 0
      ? -1
      : most === 1
        ? levels - 1
        : Math.min(levels - 1, Math.floor((Math.log(count) / Math.log(most)) * levels));
  const paths = Array.from({ length: levels }, () => '');
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; ) {
      const level = levelOf(counts[row * cells + column] ?? 0);
      let end = column + 1;
      while (end < cells && levelOf(counts[row * cells + end] ?? 0) === level) end++;
      if (level >= 0) paths[level] += `M${column} ${cells - 1 - row}h${end - column}v1h${column - end}z`;
      column = end;
    }
  }
  return paths;
}

/** Round values for an axis: powers of ten on both sides of zero for asinh. */
export function asinhTicks([min, max]: readonly [number, number]): number[] {
  const decades = [100, 1e3, 1e4, 1e5, 1e6, 1e7];
  const all = [...decades.map((value) => -value).reverse(), 0, ...decades];
  return all.filter((value) => scaled(value, 'asinh') >= min && scaled(value, 'asinh') <= max);
}
