import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails with what axe finds serious or critical on the page as it is now, and where. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(settleColours);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ target }) => target.join(' ')) }));
  expect(grave).toEqual([]);
}

/**
 * A colour on its way to another has a contrast that nobody reads, so every transition goes to its end at once.
 * An end may start another one, in what inherits the colour, but never deeper than the page is nested.
 */
function settleColours(): void {
  for (let depth = 0; depth < 100; depth++) {
    const under = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    if (under.length === 0) return;
    for (const transition of under) transition.finish();
  }
  throw new Error('Transitions start one another without end.');
}
