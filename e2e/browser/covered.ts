import { expect, type Page } from '@playwright/test';

/**
 * Fails if a control would be in sight without a message, the uploads or something else that stays in its place while the page
 * scrolls, and lies under their rectangle, whatever their pointer events. Dialogs and menus cover the page on purpose.
 */
export async function expectNothingCovered(page: Page, after: string): Promise<void> {
  expect(await page.evaluate(coveredControls), `covered after: ${after}`).toEqual([]);
}

function coveredControls(): string[] {
  const overlays = '[role="dialog"], [role="menu"], [role="listbox"], [data-radix-popper-content-wrapper]';
  if (document.querySelector(overlays)) return [];
  const isPainted = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const bars = [...document.body.querySelectorAll('*')].filter(
    (element) =>
      isPainted(element) &&
      (getComputedStyle(element).position === 'fixed' ||
        element.matches('[data-message], [aria-label="Uploads"], [aria-label="Change of access"]')),
  );
  const controls = [
    ...document.body.querySelectorAll('a[href], button, input, select, textarea, summary, [role="tab"]'),
  ].filter(isPainted);
  return bars.flatMap((bar) => {
    const { left, right, top, bottom } = bar.getBoundingClientRect();
    const under = controls.flatMap((control) => {
      if (bar.contains(control) || control.contains(bar)) return [];
      const box = control.getBoundingClientRect();
      const [x1, x2] = [Math.max(left, box.left), Math.min(right, box.right)];
      const [y1, y2] = [Math.max(top, box.top, 0), Math.min(bottom, box.bottom, window.innerHeight)];
      return x2 - x1 < 1 || y2 - y1 < 1 ? [] : [{ control, x: (x1 + x2) / 2, y: (y1 + y2) / 2 }];
    });
    const element = bar as HTMLElement;
    const { visibility } = element.style;
    element.style.visibility = 'hidden';
    const covered = under.filter(({ control, x, y }) => control.contains(document.elementFromPoint(x, y)));
    element.style.visibility = visibility;
    return covered.map(
      ({ control }) => `${bar.textContent?.slice(0, 40)} over ${control.outerHTML.slice(0, 120)}`,
    );
  });
}
