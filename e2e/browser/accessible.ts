import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails with what axe finds serious or critical on the page as it is now, and where. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(settledColours);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ target }) => target.join(' ')) }));
  expect(grave).toEqual([]);
}

/** A colour on its way to another has a contrast that nobody reads; a transition that is broken off is over as well. */
async function settledColours(): Promise<void> {
  for (;;) {
    const under = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    if (under.length === 0) return;
    await Promise.allSettled(under.map((transition) => transition.finished));
  }
}
