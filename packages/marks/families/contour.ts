import type { Draw, Shape } from '../drawing/canvas.ts';
import { hills, innerValues, isolines, quantiles, sample } from '../drawing/field.ts';
import { PathData, spaced } from '../drawing/path.ts';

const shares = {
  small: [0.3, 0.6, 0.86],
  plate: [
    0.04, 0.1, 0.165, 0.23, 0.3, 0.365, 0.43, 0.495, 0.56, 0.62, 0.68, 0.735, 0.79, 0.84, 0.885, 0.925, 0.965,
  ],
};

/** Closed contour lines of a landscape, filled from low to high. The summits take the answer. */
export const drawContour: Draw = (canvas, random) => {
  const { width, height, isSmall } = canvas;
  const field = hills(random, canvas, isSmall ? 2 : Math.round((width / height) * 3));
  const grid = sample(field, canvas, height / (isSmall ? 24 : 36));
  const at = quantiles(innerValues(grid));
  const levels = shares[isSmall ? 'small' : 'plate'].map(at);
  // A summit is in every crop, if not the highest of all.
  const central = quantiles(
    innerValues(grid, isSmall ? 0 : Math.floor((width / 2 - height * 0.8) / grid.step)),
  );
  const summit = Math.min(levels.pop() ?? 0, central(0.97));
  return [...levels, summit].map((level, index, all): Shape => {
    const path = new PathData();
    for (const line of isolines(grid, level)) path.curve(spaced(line, isSmall ? 4 : 15));
    if (isSmall) return { path, fill: ([1.4, 3, 'answer'] as const)[index] ?? 1 };
    const isSummit = index === all.length - 1;
    const height = index / (all.length - 2);
    const isStrong = index % 4 === 0;
    return {
      path,
      fill: isSummit ? 'answer' : 0.4 + height * 3.4,
      ...(isSummit
        ? {}
        : {
            stroke: {
              tone: height > 0.6 ? 0 : 4,
              width: isStrong ? 1.1 : 0.6,
              opacity: isStrong ? 0.75 : 0.36,
            },
          }),
    };
  });
};
