import { expect, it, test } from 'vitest';
import { readinessLevel, readScores, readTodos, scaleOf } from './lab-content.ts';

it('leaves out values that are not scores or to-dos', () => {
  const score = { criterion: 'Evidence', score: 0.7 };
  expect(readScores([score, null, 'x', { criterion: 'x', score: '7' }, { criterion: '', score: 1 }])).toEqual(
    [score],
  );
  const todo = { todo: 'Replicate', completed: false };
  expect(readTodos([todo, { todo: 'x' }, {}])).toEqual([todo]);
  expect(readScores(null)).toEqual([]);
});

test.each([
  ['TRL 4', 4],
  ['4', 4],
  ['TRL 4 to 5', 4],
  ['TRL 12', null],
  ['early', null],
  [null, null],
])('reads %j as level %j', (value, level) => {
  expect(readinessLevel(value)).toBe(level);
});

test.each([
  [[], 1],
  [[0.2, 1], 1],
  [[0.5, 7], 10],
  [[10], 10],
  [[64, 80], 100],
])('puts scores of %j on a scale up to %i', (scores, scale) => {
  expect(scaleOf(scores.map((score) => ({ criterion: 'x', score })))).toBe(scale);
});
