import type { Step } from '../ui/steps.tsx';

const titles = [
  'Name the lab and create it',
  'Wait for the chain',
  'Sign in as its owner',
  'Open its data room',
  'Link its permanent identifiers',
] as const;

/** The steps of creating a lab. `shown` start at `first`: earlier steps are done, later ones wait. */
export function labSteps(first: (typeof titles)[number], shown: readonly Omit<Step, 'title'>[]): Step[] {
  const position = titles.indexOf(first);
  return titles.map((title, index) => ({
    title,
    ...(index < position ? { state: 'done' } : (shown[index - position] ?? { state: 'waiting' })),
  }));
}
