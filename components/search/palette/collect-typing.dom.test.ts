import { expect, test } from 'vitest';
import { collectTyping } from './collect-typing.ts';

const press = (key: string, modifiers: KeyboardEventInit = {}) =>
  window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, ...modifiers }));

test('characters are collected and corrected, and do not reach the page', () => {
  const collector = collectTyping();
  for (const key of ['s', 'o', 'x', 'Backspace', 'Shift', 'i', 'l']) expect(press(key)).toBe(false);
  expect(press('Enter')).toBe(false);
  expect(collector.text).toBe('soil');
  collector.stop();
});

test('shortcuts and the Tab key still work', () => {
  const collector = collectTyping();
  expect(press('k', { ctrlKey: true })).toBe(true);
  expect(press('v', { metaKey: true })).toBe(true);
  expect(press('Tab')).toBe(true);
  expect(collector.text).toBe('');
  collector.stop();
});

test('nothing is collected after the end', () => {
  const collector = collectTyping();
  press('a');
  collector.stop();
  expect(press('b')).toBe(true);
  expect(collector.text).toBe('a');
});
