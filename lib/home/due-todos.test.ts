import { expect, test } from 'vitest';
import { dueTodos } from './due-todos.ts';

const todo = (id: string, dueOn: string | null, more: { assignee?: string; completedAt?: string } = {}) => ({
  id,
  text: id,
  dueOn,
  assignee: more.assignee ?? null,
  completedAt: more.completedAt ?? null,
});

const idsOf = (todos: ReturnType<typeof todo>[], today = '2026-02-25') =>
  dueTodos([{ lab: 'a', todos }], '0xme', today).map(({ todo: { id } }) => id);

test('late to-dos and those of the next seven days wait, the first day first', () => {
  const todos = [todo('later', '2026-03-05'), todo('last', '2026-03-04'), todo('late', '2025-12-31')];
  expect(idsOf([...todos, todo('never', null)])).toEqual(['late', 'last']);
});

test('to-dos of others and completed ones do not wait', () => {
  const due = '2026-02-25';
  const todos = [
    todo('mine', due, { assignee: '0xme' }),
    todo('of nobody', due),
    todo('of another', due, { assignee: '0xother' }),
    todo('done', due, { completedAt: '2026-02-24T10:00:00.000Z' }),
  ];
  expect(idsOf(todos)).toEqual(['mine', 'of nobody']);
});

test('to-dos of several labs are in one order', () => {
  const found = dueTodos(
    [
      { lab: 'a', todos: [todo('second', '2026-02-26')] },
      { lab: 'b', todos: [todo('first', '2026-02-25')] },
    ],
    '0xme',
    '2026-02-25',
  );
  expect(found.map(({ lab }) => lab)).toEqual(['b', 'a']);
});
