import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onIntent } from './intent.ts';

const callback = vi.fn<(link: HTMLAnchorElement) => void>();
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML =
    '<a id="one" href="/labs/a"><b>A</b></a><a id="two" href="/labs/b">B</a><a id="away" href="https://other.example/">C</a>';
  stop = onIntent(callback);
});

afterEach(() => {
  stop();
  callback.mockReset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const at = (selector: string) => document.querySelector(selector) as HTMLElement;
const give = (selector: string, type: string) =>
  at(selector).dispatchEvent(new Event(type, { bubbles: true }));

it('is a pointer or the focus that stays on a link for 80 ms, or a touch', () => {
  give('#one b', 'pointerover');
  vi.advanceTimersByTime(79);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(callback).toHaveBeenLastCalledWith(at('#one'));
  give('#two', 'focusin');
  vi.advanceTimersByTime(80);
  expect(callback).toHaveBeenLastCalledWith(at('#two'));
  give('#one', 'touchstart');
  expect(callback).toHaveBeenCalledTimes(3);
});

it('is no pointer that passes over links or clicks at once, and no link to elsewhere', () => {
  for (const link of ['#one', '#two', 'body']) give(link, 'pointerover');
  give('#away', 'touchstart');
  give('#one', 'pointerover');
  give('#one', 'click');
  give('#one b', 'pointerover');
  vi.advanceTimersByTime(1_000);
  expect(callback).not.toHaveBeenCalled();
});

it('is told at most 20 times a minute', () => {
  for (let round = 0; round < 30; round += 1) give('#one', 'touchstart');
  expect(callback).toHaveBeenCalledTimes(20);
  vi.advanceTimersByTime(60_000);
  give('#one', 'touchstart');
  expect(callback).toHaveBeenCalledTimes(21);
});

it('is not told while the browser saves data', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  give('#one', 'touchstart');
  expect(callback).not.toHaveBeenCalled();
});
