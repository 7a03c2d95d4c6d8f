import type { Canvas, Draw, Shape } from '../drawing/canvas.ts';
import { isInEveryCrop } from '../drawing/canvas.ts';
import { PathData } from '../drawing/path.ts';
import { between, type Random } from '../drawing/random.ts';

interface Band {
  /** Middle and thickness, as shares of the height. */
  at: number;
  thickness: number;
  tone: number;
}

/** Lanes of a gel: bands common to most lanes, with gaps, and a ladder at intervals. A few bands take the answer. */
export const drawGel: Draw = (canvas, random) => {
  const { width, height, isSmall } = canvas;
  const lanes = isSmall ? 4 : Math.round((width / height) * between(random, 4, 6));
  const pitch = width / lanes;
  const laneWidth = pitch * (isSmall ? 0.78 : 0.74);
  const ladderEvery = between(random, 8, 13);
  const ladderFirst = between(random, 0, ladderEvery - 1);
  const common = commonBands(random, isSmall ? 4 : between(random, 6, 8));
  const paths = [new PathData(), new PathData(), new PathData(), new PathData(), new PathData()];
  const answer = new PathData();
  const lane = new PathData();
  const marked = markedLanes(canvas, random, lanes);
  for (let index = 0; index < lanes; index += 1) {
    const x = index * pitch + (pitch - laneWidth) / 2;
    lane.rectangle(x, 0, laneWidth, height);
    const isLadder = !isSmall && index % ladderEvery === ladderFirst;
    const bands = isLadder ? ladder : drawnBands(random, common, isSmall);
    const strongest = marked.has(index) ? bands.reduce(thicker, bands[0] ?? fallback) : null;
    for (const band of bands) {
      const isAnswer = band === strongest;
      const thickness = Math.max(band.thickness, isAnswer ? 0.06 : 0) * height;
      const path = isAnswer ? answer : paths[band.tone];
      path?.rectangle(x, band.at * height - thickness / 2, laneWidth, thickness);
    }
    if (marked.has(index) && bands.length === 0) answer.rectangle(x, height * 0.44, laneWidth, height * 0.12);
  }
  const drawn = paths.map((path, tone): Shape => ({ path, fill: tone }));
  return [{ path: lane, fill: isSmall ? 0.35 : 0.3 }, ...drawn, { path: answer, fill: 'answer' }];
};

const fallback: Band = { at: 0.5, thickness: 0, tone: 4 };

const thicker = (one: Band, other: Band) => (other.thickness > one.thickness ? other : one);

const ladder: readonly Band[] = Array.from({ length: 11 }, (_, index) => ({
  at: 0.06 + ((index + 1) / 12) ** 1.25 * 0.88,
  thickness: 0.014,
  tone: index % 3 === 1 ? 4 : 2,
}));

/** Bands that do not touch: one in each stretch of the height. */
function commonBands(random: Random, count: number): Band[] {
  return Array.from({ length: count }, (_, index) => ({
    at: 0.05 + (0.9 * (index + 0.25 + random() * 0.5)) / count,
    thickness: 0.025 + random() ** 2 * 0.06,
    tone: between(random, 1, 4),
  }));
}

function drawnBands(random: Random, common: readonly Band[], isSmall: boolean): Band[] {
  const strength = 0.5 + random();
  const bands: Band[] = [];
  for (const band of common) {
    const [isThere, jitter, size, tone] = [random() < (isSmall ? 0.84 : 0.74), random(), random(), random()];
    if (!isThere) continue;
    bands.push({
      at: band.at + (jitter - 0.5) * (isSmall ? 0.05 : 0.025),
      thickness: isSmall
        ? 0.09 + size * 0.09
        : Math.min(0.13, band.thickness * strength * (0.6 + size * 1.2) + 0.008),
      tone: Math.min(4, Math.max(isSmall ? 2 : 1, Math.round(band.tone + (tone - 0.5) * 2))),
    });
  }
  return bands;
}

/** The lanes with an answer, one of them where every crop shows it. */
function markedLanes(canvas: Canvas, random: Random, lanes: number): Set<number> {
  const marked = new Set<number>();
  const center = (index: number) => ((index + 0.5) * canvas.width) / lanes;
  const central = Array.from({ length: lanes }, (_, index) => index).filter((index) =>
    isInEveryCrop(canvas, center(index)),
  );
  marked.add(central[between(random, 0, central.length - 1)] ?? 0);
  if (!canvas.isSmall) for (let index = 0; index < lanes; index += 1) if (random() < 0.06) marked.add(index);
  return marked;
}
