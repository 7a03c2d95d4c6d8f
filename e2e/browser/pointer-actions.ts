import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { untilHydrated } from './hydrated.ts';

/** More tab stops than any page has. */
const MAX_STOPS = 300;

const mouseless = new WeakSet<BrowserContext>();

/** From now on, pages accept only the keyboard. Mouse clicks have no effect. */
export async function takeMouseAway(context: BrowserContext): Promise<void> {
  mouseless.add(context);
  await context.addInitScript(() => {
    const ignore = (event: MouseEvent) => {
      // Keys also cause click events, with a detail of 0.
      if (event.type === 'click' && event.detail === 0) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const type of ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click'] as const)
      window.addEventListener(type, ignore, true);
  });
}

const hasMouse = (target: Locator) => !mouseless.has(target.page().context());

/** Clicks a control or, without a mouse, focuses it and presses its key. */
export async function press(target: Locator): Promise<void> {
  if (hasMouse(target)) return target.click();
  // A control that is not enabled yet is no tab stop.
  await expect(target).toBeEnabled();
  await reach(target);
  const isBox = await target.evaluate((element) => element.matches('[type=checkbox], [type=radio]'));
  await target.page().keyboard.press(isBox ? 'Space' : 'Enter');
}

/** Replaces the text of a field. */
export async function write(target: Locator, text: string): Promise<void> {
  if (hasMouse(target)) return target.fill(text);
  await reach(target);
  // Keys are lost in a field that is read only until it is filled.
  await expect(target).toBeEditable();
  if (await target.evaluate((element) => element.matches('[type=date]'))) {
    // A field of three parts, in the order of the tests' locale.
    await target.page().keyboard.type(text.split('-').reverse().join(''));
    return expect(target).toHaveValue(text);
  }
  await target.page().keyboard.press('ControlOrMeta+A');
  await target.page().keyboard.press('Delete');
  await target.page().keyboard.insertText(text);
  await expect(target).toHaveValue(text);
}

/** Chooses an option of a select by the start of its label. */
export async function choose(target: Locator, option: string): Promise<void> {
  if (hasMouse(target)) {
    await target.selectOption({ label: option });
    return;
  }
  await reach(target);
  await target.page().keyboard.type(option);
}

/** Checks a checkbox or radio button. `drawnBy` is the visible element to click if the input itself is hidden. */
export async function tick(target: Locator, drawnBy?: Locator): Promise<void> {
  if (hasMouse(target)) {
    await (drawnBy ? drawnBy.click() : target.check());
    return expect(target).toBeChecked();
  }
  await reach(target);
  // Arrow keys check a radio button when they reach it.
  if (!(await target.isChecked())) await target.page().keyboard.press('Space');
  await expect(target).toBeChecked();
}

/** Unchecks a checkbox. */
export async function untick(target: Locator): Promise<void> {
  if (hasMouse(target)) return target.uncheck();
  await reach(target);
  if (await target.isChecked()) await target.page().keyboard.press('Space');
  await expect(target).not.toBeChecked();
}

/** Presses a button that opens a file dialog, and chooses these files: a list, or the path of a folder. */
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
 * Moves the focus to a control with the keyboard: Tab between stops, arrows within a composite control (tabs, menus,
 * radio buttons, rows of a grid).
 */
export async function reach(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await expect(target).toBeEnabled();
  // The pages of GraphiQL and of wallets have no header.
  const isOurPage = (await target.page().locator('header button').count()) > 0;
  if (isOurPage) await untilHydrated(target);
  for (let presses = 0; presses < MAX_STOPS; presses++) {
    const key = await target.evaluate(nextKey);
    if (key === null) return;
    await target.page().keyboard.press(key);
  }
  throw new Error(`The keyboard never reaches ${target}`);
}

/** Runs in the page. Returns the next key on the way from the focus to a control; `null` if it has the focus. */
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
  if (isInOne('[role=menu]')) {
    const isBelow = focus.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
    return isBelow ? 'ArrowDown' : 'ArrowUp';
  }
  const areRadios = element.matches('[type=radio]') && focus.matches('[type=radio]');
  const nameOf = (radio: Element) => radio.getAttribute('name');
  if (areRadios && nameOf(element) === nameOf(focus)) return 'ArrowDown';
  return 'Tab';
}
