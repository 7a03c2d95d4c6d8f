import { expect, it } from 'vitest';
import { keepOnly, nothingSelected, type SelectionAction, select, withoutRows } from './selection.ts';

const rows = ['a', 'b', 'c', 'd'];
const after = (...actions: SelectionAction[]) =>
  actions.reduce((selection, action) => select(selection, rows, action), nothingSelected);
const down: SelectionAction = { kind: 'move', by: 1, extend: false };
const shiftDown: SelectionAction = { kind: 'move', by: 1, extend: true };

it('arrows move the cursor up to the ends and select nothing', () => {
  expect(after(down).cursor).toBe('a');
  expect(after(down, down, down, down, down).cursor).toBe('d');
  expect(after({ kind: 'move', by: -1, extend: false }).cursor).toBe('a');
  expect(after(down, down).chosen.size).toBe(0);
});

it('Shift extends the range and shrinks it when the direction reverses', () => {
  expect([...after(down, shiftDown, shiftDown).chosen]).toEqual(['a', 'b', 'c']);
  const back: SelectionAction = { kind: 'move', by: -1, extend: true };
  expect([...after(down, down, shiftDown, back, back).chosen]).toEqual(['a', 'b']);
});

it('toggles one row and extends a range from it', () => {
  const ranged = after({ kind: 'toggle', key: 'd' }, { kind: 'rangeTo', key: 'b' });
  expect([...ranged.chosen]).toEqual(['b', 'c', 'd']);
  expect(after({ kind: 'toggle', key: 'b' }, { kind: 'toggle', key: 'b' }).chosen.size).toBe(0);
});

it('selects all rows or none', () => {
  expect(after({ kind: 'all' }).chosen.size).toBe(4);
  expect(after({ kind: 'all' }, { kind: 'none' }).chosen.size).toBe(0);
});

it('drops rows that are no longer shown', () => {
  const all = after({ kind: 'all' }, { kind: 'moveTo', key: 'b' });
  expect(keepOnly(all, ['a', 'c'])).toEqual({ chosen: new Set(['a', 'c']), cursor: null, anchor: null });
  expect(keepOnly(all, rows)).toBe(all);
});

it('goes on to the next row when rows go away, or else to the one before', () => {
  const goes = (cursor: string, ...gone: string[]) => {
    const next = withoutRows(after({ kind: 'toggle', key: cursor }), rows, new Set(gone));
    expect(next.chosen.size).toBe(0);
    return next.cursor;
  };
  expect(goes('b', 'b')).toBe('c');
  expect(goes('b', 'b', 'c')).toBe('d');
  expect(goes('d', 'd')).toBe('c');
  expect(goes('d', 'c', 'd')).toBe('b');
  expect(goes('a', 'a', 'b', 'c', 'd')).toBeNull();
  // The cursor is elsewhere, and rows of another folder are not shown.
  expect(goes('a', 'c')).toBe('d');
  expect(goes('a', 'elsewhere/e')).toBe('a');
});

it('does nothing in an empty list', () => {
  expect(select(nothingSelected, [], down)).toBe(nothingSelected);
});
