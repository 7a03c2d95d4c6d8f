import { afterEach, expect, it, vi } from 'vitest';
import { dateText, dayOf, exactText, utcText } from './date-text.ts';

const date = new Date('2026-09-05T08:03:07Z');
/** Minutes that UTC is ahead of the reader's clock. */
const readIn = (offset: number) => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(offset);
  const local = () => new Date(date.getTime() - offset * 60_000);
  vi.spyOn(Date.prototype, 'getDate').mockImplementation(() => local().getUTCDate());
  vi.spyOn(Date.prototype, 'getHours').mockImplementation(() => local().getUTCHours());
  vi.spyOn(Date.prototype, 'getMinutes').mockImplementation(() => local().getUTCMinutes());
};
afterEach(() => vi.restoreAllMocks());

it('writes a date in one way, whatever the language is', () => {
  expect(dateText(date, 'date', 'utc')).toBe('5 Sep 2026');
  expect(dateText(date, 'datetime', 'utc')).toBe('5 Sep 2026, 08:03');
  expect(dateText(date, 'time', 'utc')).toBe('08:03');
  readIn(-330);
  expect(dateText(date, 'datetime', 'reader')).toBe('5 Sep 2026, 13:33');
});

it('names the time zone where others read the text, and where somebody asks for it', () => {
  expect(utcText(date, 'date')).toBe('5 Sep 2026');
  expect(utcText(date, 'datetime')).toBe('5 Sep 2026, 08:03 UTC');
  expect(exactText(date, 'utc')).toBe('5 Sep 2026, 08:03:07 UTC');
  readIn(-330);
  expect(exactText(date, 'reader')).toBe('5 Sep 2026, 13:33:07 UTC+05:30');
  readIn(570);
  expect(exactText(date, 'reader')).toBe('4 Sep 2026, 22:33:07 UTC−09:30');
  expect([dayOf(date, 'utc'), dayOf(date, 'reader')]).toEqual(['2026-09-05', '2026-09-04']);
});
