import type { Draw, Shape } from '../drawing/canvas.ts';
import { isInEveryCrop } from '../drawing/canvas.ts';
import { quantiles } from '../drawing/field.ts';
import { PathData } from '../drawing/path.ts';
import { between } from '../drawing/random.ts';
import type { Tone } from '../drawing/traits.ts';

/** Lines of a spectrum: intensity is the width of a line, or its height about the middle. The highest takes the answer. */
export const drawSpectrum: Draw = (canvas, random) => {
  const { width, height, isSmall } = canvas;
  const isTall = random() < 0.5;
  const count = isSmall ? (isTall ? 6 : 7) : Math.round((width / height) * (isTall ? 13 : 19));
  const pitch = width / count;
  const peaks = Array.from({ length: isSmall ? 2 : between(random, 9, 15) }, () => ({
    at: random() * width,
    width: height * (isSmall ? 0.1 + random() * 0.12 : 0.05 + random() ** 2 * 0.4),
    height: 0.3 + random() * 0.8,
  }));
  const lines = Array.from({ length: count }, (_, index) => {
    const x = (index + 0.5) * pitch;
    const sum = peaks.reduce((all, peak) => all + peak.height / (1 + ((x - peak.at) / peak.width) ** 2), 0);
    return { x, value: sum + random() * 0.12 };
  });
  const at = quantiles(lines.map(({ value }) => value));
  const levels = [0.34, 0.62, 0.84].map(at);
  const highest = Math.max(...lines.map(({ value }) => value));
  const central = lines.filter(({ x }) => isInEveryCrop(canvas, x));
  const answers = new Set([
    central.reduce((one, other) => (other.value > one.value ? other : one), central[0] ?? { x: 0, value: 0 }),
    ...(isSmall ? [] : lines.filter(({ value }) => value === highest)),
  ]);
  const paths = [1, 2, 3, 4, 'answer'].map((tone) => ({ tone: tone as Tone, path: new PathData() }));
  for (const line of lines) {
    const share = Math.min(1, Math.max(0.06, line.value / highest));
    const step = answers.has(line) ? 4 : levels.filter((level) => line.value >= level).length;
    const lineWidth = isTall ? pitch * (0.16 + 0.7 * Math.sqrt(share)) : pitch * (isSmall ? 0.66 : 0.6);
    const lineHeight = isTall ? height : Math.max(lineWidth, height * 0.9 * Math.sqrt(share));
    paths[step]?.path.rectangle(line.x - lineWidth / 2, (height - lineHeight) / 2, lineWidth, lineHeight);
  }
  return paths.map(({ tone, path }): Shape => ({ path, fill: tone }));
};
