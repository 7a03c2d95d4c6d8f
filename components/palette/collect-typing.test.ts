// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { collectTyping } from './collect-typing.ts';

const press = (key: string, modifiers: KeyboardEventInit = {}) =>
  window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, ...modifiers }));

test('characters are collected and corrected, and do not reach the page', () => {
  const stop = collectTyping();
  for (const key of ['s', 'o', 'x', 'Backspace', 'Shift', 'i', 'l']) expect(press(key)).toBe(false);
  expect(press('Enter')).toBe(false);
  expect(stop()).toBe('soil');
});

test('shortcuts and the Tab key still work', () => {
  const stop = collectTyping();
  expect(press('k', { ctrlKey: true })).toBe(true);
  expect(press('v', { metaKey: true })).toBe(true);
  expect(press('Tab')).toBe(true);
  expect(stop()).toBe('');
});

test('nothing is collected after the end', () => {
  const stop = collectTyping();
  press('a');
  stop();
  expect(press('b')).toBe(true);
  expect(stop()).toBe('a');
});
