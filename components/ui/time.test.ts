import { describe, expect, it } from 'vitest';
import { relativeTime } from './time.tsx';

const now = new Date('2026-11-21T12:00:00Z');
const after = (seconds: number) => relativeTime(new Date(now.getTime() + seconds * 1000), now, 'en');

describe('how long ago', () => {
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
    expect(after(seconds)).toBe(text);
  });
});
