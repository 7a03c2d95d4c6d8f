import { expect, it } from 'vitest';
import { RateMeter } from './rate-meter.ts';

function meterAt() {
  let time = 0;
  const meter = new RateMeter(() => time);
  const at = (milliseconds: number) => {
    time = milliseconds;
    return meter;
  };
  return at;
}

it('returns null before the rate is known', () => {
  const at = meterAt();
  expect(at(0).secondsFor(100)).toBeNull();
  at(0).add(10);
  expect(at(100).secondsFor(100)).toBeNull();
});

it('uses the last eight seconds', () => {
  const at = meterAt();
  at(0).add(0);
  at(1000).add(100);
  expect(at(1000).secondsFor(500)).toBe(5);
  at(20_000).add(0);
  at(21_000).add(500);
  expect(at(21_000).secondsFor(500)).toBe(1);
});

it('detects a stall', () => {
  const at = meterAt();
  at(0).add(0);
  at(1000).add(100);
  expect(at(4000).secondsFor(100)).toBe(4);
});
