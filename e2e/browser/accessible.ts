import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails if axe finds serious or critical problems on the current page. Lists them. */
export const expectAccessible = (page: Page) => expectNoViolations(page, {});

/** Of the rules, contrast alone depends on the color scheme: enough for the second scheme of a page, in half the time. */
export const expectContrast = (page: Page) => expectNoViolations(page, { runOnly: ['color-contrast'] });

/**
 * All but contrast, which is of the colors of the system then. axe would measure the fill of the text as the author wrote it, which nobody sees.
 */
export const expectAccessibleInForcedColors = (page: Page) =>
  expectNoViolations(page, { rules: { 'color-contrast': { enabled: false } } });

async function expectNoViolations(
  page: Page,
  rules: { runOnly?: string[]; rules?: Record<string, { enabled: boolean }> },
): Promise<void> {
  const stillness = await page.evaluateHandle(stopTransitions);
  // In the page itself and without the list of passed checks: a third of the time. Pages have no frames of other origins.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], ...rules });
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
