import { describe, expect, it } from 'vitest';
import { RateMeter } from './rate-meter.ts';

const STEP_MS = 100;

interface Network {
  /** Seconds that each file takes besides its bytes. */
  perFile: number;
  bytesPerSecond: number;
  /** Nothing is sent in these seconds after the start. */
  stall?: [from: number, to: number];
}

interface Moment {
  /** Seconds since the start. */
  at: number;
  estimate: number | null;
  /** Seconds that it took from then on. */
  left: number;
}

/** Uploads files of these sizes one after the other, and asks for an estimate every second. */
function upload(sizes: readonly number[], { perFile, bytesPerSecond, stall }: Network): Moment[] {
  let now = 0;
  const meter = new RateMeter(() => now);
  const left = { bytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length };
  const asked: Omit<Moment, 'left'>[] = [];
  meter.start();
  const wait = () => {
    now += STEP_MS;
    if (now % 1000 === 0) asked.push({ at: now / 1000, estimate: meter.secondsFor(left) });
  };
  const send = (bytes: number, files: number) => {
    meter.add({ bytes, files });
    left.bytes -= bytes;
    left.files -= files;
  };
  for (const size of sizes) {
    let steps = Math.max(1, Math.round((perFile * 1000) / STEP_MS));
    while (steps-- > 0) wait();
    for (let rest = size; rest > 0; ) {
      while (stall && now >= stall[0] * 1000 && now < stall[1] * 1000) wait();
      const part = Math.min(rest, (bytesPerSecond * STEP_MS) / 1000);
      if (part === (bytesPerSecond * STEP_MS) / 1000) wait();
      send(part, 0);
      rest -= part;
    }
    send(0, 1);
  }
  const end = now / 1000;
  return asked.map((one) => ({ ...one, left: end - one.at }));
}

const factors = (moments: readonly Moment[]) =>
  moments.flatMap(({ estimate, left }) => (estimate === null ? [] : [estimate / left]));

/** Every estimate is within this factor of what it took. */
function expectWithin(factor: number, moments: readonly Moment[]): void {
  const all = factors(moments);
  expect(all.length).toBeGreaterThan(5);
  expect(Math.max(...all)).toBeLessThan(factor);
  expect(Math.min(...all)).toBeGreaterThan(1 / factor);
}

describe('the time left', () => {
  it('of 30 files is believable from the first estimate, though the first of them are tiny', () => {
    const sizes = Array.from({ length: 30 }, (_, n) => (n < 20 ? 6 : 2_010_000));
    const moments = upload(sizes, { perFile: 1, bytesPerSecond: 400_000 });
    // 53 bytes told nothing about the other 20 MB: hundreds of hours were shown.
    expect(moments.find(({ estimate }) => estimate !== null)?.estimate).toBeLessThan(120);
    expectWithin(2.2, moments);
  });

  it('of one large file follows the rate of its bytes', () => {
    expectWithin(1.3, upload([2_000_000_000], { perFile: 1, bytesPerSecond: 20_000_000 }));
    expectWithin(1.3, upload([10_000_000], { perFile: 1, bytesPerSecond: 100_000 }));
  });

  it('of 253 small files follows the cost of each file', () => {
    expectWithin(1.2, upload(Array(253).fill(4_000), { perFile: 0.4, bytesPerSecond: 5_000_000 }));
  });

  it('grows in a stall, and recovers', () => {
    const moments = upload([400_000_000], { perFile: 1, bytesPerSecond: 2_000_000, stall: [30, 50] });
    const at = (second: number) => moments.find((one) => one.at === second)?.estimate ?? 0;
    expect(at(49)).toBeGreaterThan(at(30) * 1.3);
    expectWithin(
      1.2,
      moments.filter((one) => one.at > 130),
    );
  });

  it('is not told in the first five seconds, and below ten', () => {
    const moments = upload([60_000_000], { perFile: 1, bytesPerSecond: 2_000_000 });
    expect(moments.filter(({ at, estimate }) => at < 5 && estimate !== null)).toEqual([]);
    expect(moments.filter(({ estimate }) => estimate !== null && estimate < 10)).toEqual([]);
    expect(moments.find(({ at }) => at === 6)?.estimate).not.toBeNull();
    expect(moments.findLast(({ left }) => left > 5)?.estimate).toBeNull();
  });

  it('is not known before anything is sent, and anew after a pause', () => {
    let now = 0;
    const meter = new RateMeter(() => now);
    meter.start();
    now = 10_000;
    expect(meter.secondsFor({ bytes: 1e9, files: 1 })).toBeNull();
    meter.add({ bytes: 1e6, files: 0 });
    expect(meter.secondsFor({ bytes: 1e9, files: 1 })).not.toBeNull();
    meter.reset();
    expect(meter.secondsFor({ bytes: 1e9, files: 1 })).toBeNull();
  });
});
