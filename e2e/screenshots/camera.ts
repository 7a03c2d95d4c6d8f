import type { Locator, Page } from '@playwright/test';

/** Takes numbered pictures, so that a folder of them reads as a walk. */
export class Camera {
  readonly #page: Page;
  readonly #prefix: string;

  constructor(page: Page, prefix: string) {
    this.#page = page;
    this.#prefix = prefix;
  }

  /** The whole page once something is to be seen on it; `window: true` takes what the window shows, for dialogs. */
  async take(name: string, seen: Locator, { window = false } = {}): Promise<void> {
    // A silent chain takes the service half a minute to give up on.
    await seen.first().waitFor({ timeout: 60_000 });
    await this.#page.evaluate(() => document.fonts.ready);
    await this.#page.screenshot({
      path: `${this.#prefix}-${name}.png`,
      fullPage: !window,
      animations: 'disabled',
    });
  }

  /** Opens an address first. */
  async visit(name: string, url: string, seen: Locator): Promise<void> {
    await this.#page.goto(url);
    await this.take(name, seen);
  }
}
