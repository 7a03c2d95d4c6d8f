import { expect, type Locator } from '@playwright/test';

/** Waits until a server-rendered element is hydrated. Earlier clicks would be lost. */
export async function untilHydrated(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate(isMounted)).toBe(true);
}

interface Fiber {
  alternate: Fiber | null;
  flags: number;
  return: Fiber | null;
}

/**
 * Whether React dispatches events of an element. React has no public API for this, so this repeats its
 * `getNearestMountedFiber`: an element that is rendered but not yet committed has a fiber, and its events are dropped.
 */
function isMounted(node: unknown): boolean {
  const placementOrHydrating = 2 | 4096;
  const fields = Object.entries(node ?? {});
  const fiber: Fiber | undefined = fields.find(([name]) => name.startsWith('__reactFiber$'))?.[1];
  if (!fiber || fiber.alternate) return fiber !== undefined;
  for (let above: Fiber | null = fiber; above; above = above.return)
    if (above.flags & placementOrHydrating) return false;
  return true;
}
