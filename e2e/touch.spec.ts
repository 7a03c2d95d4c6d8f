import { expect, type Page } from '@playwright/test';
import { filePath, labPath } from '../lib/api/lab-reference.ts';
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
  labPath(lab, 'members'),
  '/verify',
  '/account',
  '/developers?q=labs',
];

for (const path of pages) {
  test(`a finger of 40 pixels hits every control on ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
    expect(await tooSmall(page)).toEqual([]);
  });
}

test('a tap beside the name opens the file, one beside its box chooses it', async ({ page }) => {
  await page.goto(labPath(lab, 'files'));
  const row = page.getByRole('row').filter({ hasText: 'README.md' });
  const box = row.getByRole('checkbox');
  const cell = row.getByRole('gridcell').first();
  const { width, height } = (await cell.boundingBox()) ?? { width: 0, height: 0 };
  await cell.tap({ position: { x: width - 2, y: height - 6 } });
  await expect(box).toBeChecked();
  await cell.tap({ position: { x: 2, y: 6 } });
  await expect(box).not.toBeChecked();
  await row.getByText('Where to find what').tap();
  await expect(page).toHaveURL(filePath(lab, 'README.md'));
});

/** What is pressed, other than links within text, and cannot be hit 19 pixels beside its middle. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const reach = 19;
    const isHit = (control: Element, x: number, y: number) => {
      const target = document.elementFromPoint(x, y);
      return control.contains(target) || target?.closest('label')?.control === control;
    };
    const controls = document.querySelectorAll('button, summary, input, select, nav a, [role=row] a');
    return [...controls].flatMap((control) => {
      if (!control.checkVisibility() || control.closest('.sr-only')) return [];
      control.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = control.getBoundingClientRect();
      if (width === 0) return [];
      const [x, y] = [left + width / 2, top + height / 2];
      const around: [number, number][] = [
        [x, y - reach],
        [x, y + reach],
        [x - reach, y],
        [x + reach, y],
      ];
      // A word of a line of links is as wide as it is.
      if (
        around.every(([left, top], index) => isHit(control, left, top) || (index > 1 && control.matches('a')))
      )
        return [];
      return [`${control.tagName} ${control.ariaLabel ?? control.textContent} ${width}x${height}`];
    });
  });
}
