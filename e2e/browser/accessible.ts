import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails if axe finds serious or critical problems on the current page. Lists them. */
export async function expectAccessible(page: Page): Promise<void> {
  const stillness = await page.evaluateHandle(stopTransitions);
  // In the page itself and without the list of passed checks: a third of the time. Pages have no frames of other origins.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  await stillness.evaluate((sheet) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  });
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ target }) => target.join(' ')) }));
  expect(grave).toEqual([]);
}

/**
 * axe would measure the contrast of colors in transition. Disabling transitions completes running ones and applies
 * later changes at once.
 */
function stopTransitions(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return sheet;
}
