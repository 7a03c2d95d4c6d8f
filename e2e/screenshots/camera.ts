import type { Locator, Page } from '@playwright/test';

/** Takes numbered screenshots, so that their order in a folder is the order of the tour. */
export class Camera {
  readonly #page: Page;
  readonly #prefix: string;

  constructor(page: Page, prefix: string) {
    this.#page = page;
    this.#prefix = prefix;
  }

  /** Takes the whole page when `seen` is visible. With `window: true`, only the viewport, for dialogs. */
  async take(name: string, seen: Locator, { window = false } = {}): Promise<void> {
    // The service waits half a minute for a chain that does not respond.
    await seen.first().waitFor({ timeout: 60_000 });
    await this.#page.evaluate(() => document.fonts.ready);
    await this.#page.screenshot({
      path: `${this.#prefix}-${name}.png`,
      fullPage: !window,
      animations: 'disabled',
    });
  }

  async visit(name: string, url: string, seen: Locator): Promise<void> {
    await this.#page.goto(url);
    await this.take(name, seen);
  }
}
