import { expect, type Locator, type Page } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { test } from './test.ts';

test('bold words are bold in their typeface while its bold file has not arrived', async ({ page }) => {
  let asked = 0;
  // The file with the bold letters comes after the first rendering, as on a first visit.
  await page.route(/newsreader-bold/, () => {
    asked += 1;
  });
  await page.goto(labPath('thermostable-lipase-screen'), { waitUntil: 'domcontentloaded' });
  const bold = page.getByText('shared as they are measured');
  await expect(bold).toBeVisible();
  await expect.poll(() => asked).toBe(1);
  expect(await fontsOf(page, bold)).toEqual(['Newsreader 16pt']);
  // Letters of the regular face are thickened.
  await expect(bold).toHaveCSS('font-weight', '600');
  await expect(bold).toHaveCSS('font-synthesis-weight', 'auto');
});

/** The fonts that draw an element, by the names in their files. */
async function fontsOf(page: Page, element: Locator): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const selector = await element.evaluate((node) => {
    node.id = 'text-to-look-at';
    return `#${node.id}`;
  });
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName }) => familyName);
}
