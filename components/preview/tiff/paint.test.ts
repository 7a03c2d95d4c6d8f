import { expect, it } from 'vitest';
import { paint } from './paint.ts';

it('paints between black and white, and nothing where there is no data', () => {
  const shown = { width: 2, height: 1, channels: 1 as const, values: Uint16Array.of(100, 200) };
  expect([...paint({ shown, isInverted: false, noData: null }, [100, 200])]).toEqual([
    0, 0, 0, 255, 255, 255, 255, 255,
  ]);
  expect([...paint({ shown, isInverted: true, noData: 200 }, [100, 200])]).toEqual([
    255, 255, 255, 255, 0, 0, 0, 0,
  ]);
});
