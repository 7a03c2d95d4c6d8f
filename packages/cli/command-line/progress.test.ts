import { describe, expect, test } from 'vitest';
import { describeProgress, openProgress } from './progress.ts';
import type { Terminal } from './terminal.ts';

const done = { files: 1, bytes: 300_000_000 };
const total = { files: 4, bytes: 1_200_000_000 };
const line = (width: number | null) =>
  describeProgress(done, total, { verb: 'files', elapsedMs: 30_000 }, width);

test('says how much, how fast, and how long it will take', () => {
  expect(line(null)).toBe('25 % · 300 MB of 1.2 GB · 10.0 MB/s · 90 s left · 1 of 4 files');
});

test.each([200, 80, 60, 40, 20, 8])('fits a terminal of %i columns', (width) => {
  expect(line(width).length).toBeLessThan(width);
  expect(line(width)).toContain('25 %');
});

describe('an open progress', () => {
  const opened = (width: number | null) => {
    const said: string[] = [];
    let time = 0;
    const terminal: Terminal = {
      say: (text) => said.push(text),
      width: () => width,
      progress: (text) => text && said.push(text),
      confirm: async () => false,
      askSecret: async () => '',
    };
    const progress = openProgress(terminal, { files: 1, bytes: 1_000 }, { now: () => time });
    const at = (seconds: number) => {
      time = 1_000 * seconds;
    };
    return { said, progress, at };
  };

  test('moves within a file, and writes a line now and then where there is no terminal', () => {
    const { said, progress, at } = opened(null);
    const file = progress.begin(1_000);
    at(1);
    file.set(100);
    at(10);
    file.set(500);
    at(11);
    file.set(600);
    expect(said).toEqual(['50 % · 500 B of 1.0 kB · 50 B/s · 10 s left · 0 of 1 files']);
  });

  test('counts no byte twice, and none that is not of the file', () => {
    const { said, progress, at } = opened(200);
    const file = progress.begin(1_000);
    at(1);
    file.set(1_016);
    at(2);
    file.set(400);
    at(3);
    file.end();
    expect(said.map((text) => /(\S+ \S+) of 1.0 kB/.exec(text)?.[1])).toEqual(['1.0 kB', '400 B', '1.0 kB']);
  });
});
