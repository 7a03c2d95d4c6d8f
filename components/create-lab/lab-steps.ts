import type { Step } from '../ui/steps.tsx';

const titles = [
  'Mint the lab',
  'Wait for the block',
  'Register the lab',
  'Open the data room',
  'Link the DIDs',
] as const;

/** The steps of creating a lab. `shown` start at `first`: earlier steps are done, later ones wait. */
export function labSteps(first: (typeof titles)[number], shown: readonly Omit<Step, 'title'>[]): Step[] {
  const position = titles.indexOf(first);
  return titles.map((title, index) => ({
    title,
    ...(index < position ? { state: 'done' } : (shown[index - position] ?? { state: 'waiting' })),
  }));
}
