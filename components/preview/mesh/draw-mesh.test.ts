import { expect, it } from 'vitest';
import { drawMesh, firstTurn, turned } from './draw-mesh.ts';

const straight = [1, 0, 0, 0, 1, 0, 0, 0, 1];

const square = (z: number, size: number) => [
  ...[-size, -size, z, size, -size, z, size, size, z],
  ...[-size, -size, z, size, size, z, -size, size, z],
];
const model = (positions: number[], drawn: 'triangles' | 'points' = 'triangles') => ({
  format: 'OBJ' as const,
  title: null,
  triangleCount: 0,
  vertexCount: null,
  box: { min: [-10, -10, -10] as [number, number, number], max: [10, 10, 10] as [number, number, number] },
  drawn,
  positions: Float32Array.from(positions),
});
const draw = (positions: number[], turn: readonly number[] = straight) => {
  const { pixels } = drawMesh(model(positions), { turn, zoom: 1, width: 60, height: 60 });
  return (x: number, y: number) => [...pixels.slice(4 * (60 * y + x), 4 * (60 * y + x) + 4)];
};

it('draws triangles without gaps, and nothing beside them', () => {
  const at = draw(square(0, 5));
  const inside = at(30, 30);
  expect(inside[3]).toBe(255);
  for (let place = 23; place <= 37; place++) expect(at(place, place)).toEqual(inside);
  expect(at(5, 5)).toEqual([0, 0, 0, 0]);
});

it('hides what is farther behind what is nearer', () => {
  const tilted = [-5, -5, -8, 5, -5, -8, 0, 5, -2];
  const [only, both] = [draw(square(0, 5)), draw([...square(0, 5), ...tilted])];
  expect(both(30, 30)).toEqual(only(30, 30));
});

it('turns: what is seen from the side is a line', () => {
  const at = draw(square(0, 5), turned(straight, 90, 0));
  expect(at(24, 30)[3]).toBe(0);
  expect(turned(turned(straight, 40, 0), -40, 0).map((value) => Math.round(value))).toEqual(straight);
  expect(firstTurn).toHaveLength(9);
});

it('draws points, and survives an empty model and places that are not on the screen', () => {
  const { pixels } = drawMesh(model([0, 0, 0, 500, 0, 0], 'points'), {
    turn: straight,
    zoom: 50,
    width: 60,
    height: 60,
  });
  expect(pixels.filter((value, at) => at % 4 === 3 && value > 0)).toHaveLength(1);
  const empty = { ...model([]), box: null };
  expect(drawMesh(empty, { turn: straight, zoom: 1, width: 2, height: 2 }).pixels).toHaveLength(16);
});

it('draws only dots after many triangles that all fill the screen', () => {
  const size = { turn: straight, zoom: 50, width: 960, height: 640 };
  const nearer = [-9, -9, 1, 9, -9, 1, 0, 9, 8];
  const center = (positions: number[]) =>
    drawMesh(model(positions), size)
      .pixels.slice(4 * (960 * 320 + 480))
      .slice(0, 4);
  const flat = square(0, 10);
  expect(center([...flat, ...nearer])).not.toEqual(center(flat));
  const many = Array.from({ length: 50 }, () => flat).flat();
  expect(center([...many, ...nearer])).toEqual(center(flat));
});
