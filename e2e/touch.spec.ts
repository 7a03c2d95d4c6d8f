import { expect, type Page } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { test } from './test.ts';

const lab = 'thermostable-lipase-screen';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const pages = [
  '/',
  '/search?q=round&tag=assay',
  '/activity?show=onchain',
  labPath(lab),
  labPath(lab, 'files'),
  filePath(lab, 'team/ranked-hits.csv'),
  labPath(lab, 'activity'),
];
const variants = ['/how-it-works', labPath(lab, 'members'), '/verify', '/account'];

for (const path of [...pages, ...variants]) {
  const tag = variants.includes(path) ? '@release' : [];
  test(`every control on ${path} is at least 40 pixels for touch`, { tag }, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
    expect(await tooSmall(page)).toEqual([]);
  });
}

/** Controls, other than links within text, whose touch area is smaller than 40 pixels around the center. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isHit = (control: Element, x: number, y: number) => {
      const target = document.elementFromPoint(x, y);
      if (!control.matches('[type=checkbox]')) return control.contains(target);
      return control.closest('label, [role=gridcell], [role=columnheader]')?.contains(target);
    };
    /** Distance from the center to the edge of the touch area, in one direction. */
    const reach = (control: Element, [x, y]: [number, number], [dx, dy]: [number, number]) => {
      let step = 0;
      while (step < 20 && isHit(control, x + dx * step, y + dy * step)) step += 1;
      return step;
    };
    const controls = document.querySelectorAll('button, summary, input, select, nav a, [role=row] a');
    return [...controls].flatMap((control) => {
      if (!control.checkVisibility() || control.closest('.sr-only')) return [];
      control.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = control.getBoundingClientRect();
      if (width === 0) return [];
      const middle: [number, number] = [left + width / 2, top + height / 2];
      const high = reach(control, middle, [0, -1]) + reach(control, middle, [0, 1]) - 1;
      const wide = reach(control, middle, [-1, 0]) + reach(control, middle, [1, 0]) - 1;
      // A link in a row of links may be as narrow as its word.
      const isWord = control.matches('a, [role=tab]');
      if (high >= 38 && (isWord || wide >= 38)) return [];
      return [`${control.tagName} ${control.ariaLabel ?? control.textContent} ${wide}x${high}`];
    });
  });
}
