import { type Canvas, type Draw, isInEveryCrop } from '../drawing/canvas.ts';
import { areaOf, centreOf, type Field, isolines, sample } from '../drawing/field.ts';
import { PathData, type Point, spaced } from '../drawing/path.ts';
import { between, type Random } from '../drawing/random.ts';

type Kind = 'maze' | 'stripes' | 'spots' | 'rings';

const kinds: readonly Kind[] = ['maze', 'stripes', 'spots', 'rings'];

/** The levels at which a field from -1 to 1 is cut: the first bounds tone 2, the second tone 4. */
const levels: Record<Kind, readonly [number, number]> = {
  maze: [-0.12, 0.2],
  stripes: [-0.12, 0.2],
  spots: [0.06, 0.32],
  rings: [-0.1, 0.3],
};

/** Waves of one length, cut at two levels: a maze, stripes, spots, or the rings of two sources. */
export const drawWave: Draw = (canvas, random) => {
  const { height, isSmall } = canvas;
  const kind = kinds[between(random, 0, 3)] ?? 'maze';
  const length = height / (isSmall ? 2.2 + random() * 0.4 : 3.6 + random() * 1.2);
  const field = kind === 'rings' ? rings(canvas, random, length) : planeWaves(kind, random, length);
  const grid = sample(field, canvas, length / (isSmall ? 12 : 9));
  const [low, high] = levels[kind];
  const distance = length / (isSmall ? 6 : 5);
  const wide = new PathData();
  for (const line of isolines(grid, low)) wide.curve(spaced(line, distance));
  const narrow = new PathData();
  const answer = new PathData();
  const crests = isolines(grid, high);
  const marked = centralCrest(canvas, crests);
  for (const line of crests) (line === marked ? answer : narrow).curve(spaced(line, distance));
  return [
    { path: wide, fill: 2 },
    { path: narrow, fill: 4 },
    { path: answer, fill: 'answer' },
  ];
};

/** The sum of seven plane waves of one length; stripes have nearly one direction. */
function planeWaves(kind: Kind, random: Random, length: number): Field {
  const first = random() * Math.PI;
  const turns = 2 * Math.PI;
  const waves = Array.from({ length: 7 }, (_, index) => {
    const angle = kind === 'stripes' ? first + (random() - 0.5) * 0.9 : (index / 7) * turns + random() * 0.5;
    return {
      x: (Math.cos(angle) * turns) / length,
      y: (Math.sin(angle) * turns) / length,
      phase: random() * turns,
    };
  });
  return (x, y) => waves.reduce((sum, wave) => sum + Math.cos(wave.x * x + wave.y * y + wave.phase), 0) / 4;
}

/** The interference of the waves of two sources. */
function rings({ width, height, isSmall }: Canvas, random: Random, length: number): Field {
  const distance = height * (isSmall ? 0.5 : 1.2 + random() * 1.6);
  const middle = width / 2 + (random() - 0.5) * (isSmall ? 0.3 : 1) * height;
  const sources: readonly Point[] = [
    [middle - distance / 2, height * random()],
    [middle + distance / 2, height * random()],
  ];
  return (x, y) =>
    sources.reduce((sum, [sourceX, sourceY]) => {
      const away = Math.sqrt((x - sourceX) ** 2 + (y - sourceY) ** 2);
      return sum + Math.cos((away / length) * 2 * Math.PI);
    }, 0) / 2;
}

/** The largest of the crests that every crop shows whole, or the one nearest to the middle. */
function centralCrest(canvas: Canvas, crests: readonly Point[][]): Point[] | undefined {
  const { width, height } = canvas;
  const measured = crests.map((line) => {
    const [x, y] = centreOf(line);
    const area = areaOf(line);
    const isWhole =
      isInEveryCrop(canvas, x) && y > height * 0.15 && y < height * 0.85 && area < height ** 2 * 0.2;
    return { line, rank: isWhole ? area : -Math.abs(x - width / 2) - Math.abs(y - height / 2) };
  });
  return measured.sort((one, other) => other.rank - one.rank)[0]?.line;
}
