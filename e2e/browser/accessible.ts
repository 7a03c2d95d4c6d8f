import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails with what axe finds serious or critical on the page as it is now, and where. */
export async function expectAccessible(page: Page): Promise<void> {
  const stillness = await page.evaluateHandle(stopTransitions);
  const { violations } = await new AxeBuilder({ page }).analyze();
  await stillness.evaluate((sheet) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  });
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ target }) => target.join(' ')) }));
  expect(grave).toEqual([]);
}

/**
 * A colour on its way to another has a contrast that nobody reads. Without transitions those under way are at their
 * end, and what the page learns while axe looks takes its colour at once.
 */
function stopTransitions(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return sheet;
}
