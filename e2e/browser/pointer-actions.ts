import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { untilHydrated } from './hydrated.ts';

/** Far more than any page has stops. */
const MOST_STOPS = 300;

const mouseless = new WeakSet<BrowserContext>();

/** From here on, pages accept the keyboard only; mouse clicks have no effect. */
export async function takeMouseAway(context: BrowserContext): Promise<void> {
  mouseless.add(context);
  await context.addInitScript(() => {
    const ignore = (event: MouseEvent) => {
      // Keys make clicks too; those have no count.
      if (event.type === 'click' && event.detail === 0) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const type of ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click'] as const)
      window.addEventListener(type, ignore, true);
  });
}

const hasMouse = (target: Locator) => !mouseless.has(target.page().context());

/** Clicks a control or, without a mouse, goes to it and presses the key that works it. */
export async function press(target: Locator): Promise<void> {
  if (hasMouse(target)) return target.click();
  await reach(target);
  const isBox = await target.evaluate((element) => element.matches('[type=checkbox], [type=radio]'));
  await target.page().keyboard.press(isBox ? 'Space' : 'Enter');
}

/** Fills in a text, whatever was there before. */
export async function write(target: Locator, text: string): Promise<void> {
  if (hasMouse(target)) return target.fill(text);
  await reach(target);
  await target.page().keyboard.press('ControlOrMeta+A');
  await target.page().keyboard.press('Delete');
  await target.page().keyboard.insertText(text);
  await expect(target).toHaveValue(text);
}

/** Chooses from a list that unfolds, by the beginning of what it says. */
export async function choose(target: Locator, option: string): Promise<void> {
  if (hasMouse(target)) {
    await target.selectOption({ label: option });
    return;
  }
  await reach(target);
  await target.page().keyboard.type(option);
}

/** Ticks a box, or one of several; `drawnBy` is what a mouse can hit where the box itself is out of sight. */
export async function tick(target: Locator, drawnBy?: Locator): Promise<void> {
  if (hasMouse(target)) {
    await (drawnBy ? drawnBy.click() : target.check());
    return expect(target).toBeChecked();
  }
  await reach(target);
  // Arrows that reach one of several choose it on the way.
  if (!(await target.isChecked())) await target.page().keyboard.press('Space');
  await expect(target).toBeChecked();
}

/** Presses a button that asks for files, and gives these: a list, or the path of a folder. */
export async function giveFiles(
  button: Locator,
  files: Parameters<Awaited<ReturnType<typeof nextChooser>>['setFiles']>[0],
): Promise<void> {
  await untilHydrated(button);
  const [chooser] = await Promise.all([nextChooser(button.page()), press(button)]);
  await chooser.setFiles(files);
}

const nextChooser = (page: Page) => page.waitForEvent('filechooser');

/**
 * Moves the focus to a control as somebody without a mouse does: Tab from stop to stop, arrows within what is one stop
 * (tabs, menus, radio buttons, the rows of a grid).
 */
export async function reach(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await expect(target).toBeEnabled();
  for (let presses = 0; presses < MOST_STOPS; presses++) {
    const key = await target.evaluate(nextKey);
    if (key === null) return;
    await target.page().keyboard.press(key);
  }
  throw new Error(`The keyboard never reaches ${target}`);
}

/** Runs in the page: the key that leads from the focus towards a control; `null` once it has the focus. */
function nextKey(element: Element): string | null {
  const { activeElement: focus } = document;
  if (!focus || focus === element) return focus && null;
  const grid = element.closest('[role=grid]');
  if (grid && focus === grid) {
    const row = element.closest('[role=row]');
    const cursor = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
    if (cursor === row) return null;
    const indexOf = (one: Element | null) => Number(one?.getAttribute('aria-rowindex') ?? 0);
    return indexOf(cursor) < indexOf(row) ? 'ArrowDown' : 'ArrowUp';
  }
  const isInOne = (composite: string) => {
    const both = element.closest(composite);
    return both !== null && both === focus.closest(composite);
  };
  if (isInOne('[role=tablist]')) return 'ArrowRight';
  if (isInOne('[role=menu]')) return 'ArrowDown';
  const areRadios = element.matches('[type=radio]') && focus.matches('[type=radio]');
  const nameOf = (radio: Element) => radio.getAttribute('name');
  if (areRadios && nameOf(element) === nameOf(focus)) return 'ArrowDown';
  return 'Tab';
}
