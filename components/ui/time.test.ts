import { describe, expect, it } from 'vitest';
import { relativeTime } from './time.tsx';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (seconds: number, locale = 'en') =>
  relativeTime(new Date(now.getTime() + seconds * 1000), now, locale);

describe('relative time', () => {
  it.each([
    [0, 'now'],
    [-59, 'now'],
    [-60, '1 minute ago'],
    [-3599, '59 minutes ago'],
    [-86_400, 'yesterday'],
    [-3 * 86_400, '3 days ago'],
    [90 * 86_400, 'in 3 months'],
    [-800 * 86_400, '2 years ago'],
  ])('%i seconds: %s', (seconds, text) => {
    expect(ago(seconds)).toBe(text);
  });

  it("gives the same English text as the browser's Intl", () => {
    const browser = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
    for (const [unit, seconds] of [
      ['minute', 60],
      ['hour', 3600],
      ['day', 86_400],
      ['month', 2_592_000],
      ['year', 31_536_000],
    ] as const) {
      for (const count of [-2, -1, 1, 2]) expect(ago(count * seconds)).toBe(browser.format(count, unit));
    }
  });

  it('supports other languages', () => {
    expect(ago(-3 * 3600, 'de')).toBe('vor 3 Stunden');
  });
});
