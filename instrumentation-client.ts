import { firstUse } from '#components/ui/first-use.ts';

/**
 * Next runs this before it starts. The code of React and of Next's router is ready to run at once with the last script, in
 * one task of about 45 ms that would hold up the first paint and every input. So each part below runs in a task of its own,
 * after the first paint; Next starts when all have run.
 */
const parts = [
  () => import('react-dom/client'),
  () => import('next/dist/client/components/app-router-instance'),
  () => import('next/dist/client/components/app-router'),
];

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

async function runInTasks(): Promise<void> {
  // A page in the background is not painted.
  if (document.visibilityState === 'visible') await new Promise((resolve) => requestAnimationFrame(resolve));
  for (const part of parts) {
    await nextTask();
    await part();
  }
  await nextTask();
  // Nobody has an intent before.
  void firstUse.then(() => import('#lib/prefetch/pages.ts')).then(({ prefetchPages }) => prefetchPages());
}

// Next reduces this list of scripts, which `next/script` fills otherwise, to a promise, and starts after it.
Object.assign(globalThis, { __next_s: Object.assign([0], { reduce: runInTasks }) });
