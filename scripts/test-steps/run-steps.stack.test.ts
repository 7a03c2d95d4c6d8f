import { expect, it } from 'vitest';
import { runSteps, type Step } from './run-steps.ts';

const node = (name: string, program: string, rest: Partial<Step> = {}): Step => ({
  name,
  command: [process.execPath, '-e', program],
  ...rest,
});

async function run(steps: Step[]) {
  const lines: string[] = [];
  const failed = await runSteps(steps, {
    cwd: import.meta.dirname,
    env: process.env,
    lanes: 2,
    log: (text) => void lines.push(text.trim()),
  });
  return { failed, lines, starts: lines.filter((line) => line.startsWith('started')) };
}

it('starts a step when its dependencies have passed, and prints the output of each without interleaving', async () => {
  const { failed, lines, starts } = await run([
    node('last', '', { after: ['first'] }),
    node('first', 'console.log("one"); console.error("two")'),
    node('alone', '', { alone: true }),
  ]);
  expect(failed).toBeUndefined();
  expect(starts).toEqual(['started: first', 'started: last', 'started: alone']);
  expect(lines.find((line) => line.includes('first: ok'))).toMatch(/^\[1\/3\][^\n]*\none\ntwo$/);
});

it('returns the first failing step, interrupts the running ones and starts no other', async () => {
  const { failed, lines, starts } = await run([
    node('endless', 'setInterval(() => {}, 1000)'),
    node('failing', 'process.exit(3)'),
    node('never', ''),
  ]);
  expect(failed).toBe('failing');
  expect(starts).toEqual(['started: endless', 'started: failing']);
  expect(lines.some((line) => line.includes('endless: interrupted'))).toBe(true);
});
