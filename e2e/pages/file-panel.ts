import { expect, type Page } from '@playwright/test';

/** One file beside the list of the data room. */
export class FilePanel {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get #panel() {
    return this.#page.getByRole('complementary');
  }

  get preview() {
    return this.#panel.getByRole('tabpanel');
  }

  get refusal() {
    return this.#panel.getByRole('region', { name: 'Why you cannot open this' });
  }

  /** What is shown when nothing is known about the person's rights, because the chain gave no answer. */
  get alert() {
    return this.#panel.getByRole('alert');
  }

  get closeButton() {
    return this.#panel.getByRole('button', { name: 'Close the file' });
  }

  /** Chooses from the menu of what a contributor can do with the file. */
  async choose(action: string): Promise<void> {
    await this.#panel.getByRole('button', { name: /^More about/ }).click();
    await this.#page.getByRole('menuitem', { name: action }).click();
    await expect(this.#page.getByRole('dialog')).toBeVisible();
  }

  /** Asks once more for what was refused. */
  async tryAgain(): Promise<void> {
    await this.#panel.getByRole('button', { name: 'Try again' }).click();
  }

  /** Downloads the version that is shown and returns its bytes. */
  async download(): Promise<Buffer> {
    const [download] = await Promise.all([
      this.#page.waitForEvent('download'),
      this.#panel.getByRole('button', { name: 'Download', exact: true }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }
}
