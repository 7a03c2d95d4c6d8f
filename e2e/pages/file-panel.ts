import { expect, type Page } from '@playwright/test';
import { giveFiles, press } from '../browser/pointer-actions.ts';

export class FilePanel {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get #panel() {
    return this.#page.getByRole('complementary');
  }

  get #moreButton() {
    return this.#panel.getByRole('button', { name: /^More about/ });
  }

  get preview() {
    return this.#panel.getByRole('tabpanel');
  }

  get refusal() {
    return this.#panel.getByRole('region', { name: 'Why you cannot open this' });
  }

  /** Shown if the user's rights are unknown, because the chain did not respond. */
  get alert() {
    return this.#panel.getByRole('alert');
  }

  get closeButton() {
    return this.#panel.getByRole('button', { name: 'Close the file' });
  }

  /** Chooses an action of the menu, and waits for its dialog or field. */
  async choose(action: string, opens: 'dialog' | 'field' = 'dialog'): Promise<void> {
    await press(this.#moreButton);
    await press(this.#page.getByRole('menuitem', { name: action }));
    const opened =
      opens === 'dialog'
        ? this.#page.getByRole('dialog')
        : this.#panel.getByRole('textbox', { name: /^New name/ });
    await expect(opened).toBeVisible();
  }

  /** Moves the file to the trash. */
  async delete(): Promise<void> {
    await press(this.#moreButton);
    await press(this.#page.getByRole('menuitem', { name: 'Delete' }));
    await expect(this.closeButton).toHaveCount(0);
  }

  /** Chooses a file as the next version, and waits for the dialog. */
  async giveNewVersion(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await press(this.#moreButton);
    await giveFiles(this.#page.getByRole('menuitem', { name: 'Upload a new version' }), file);
    await expect(this.#page.getByRole('dialog', { name: /^New version of/ })).toBeVisible();
  }

  async tryAgain(): Promise<void> {
    await press(this.#panel.getByRole('button', { name: 'Try again' }));
  }

  /** Downloads the version that is shown and returns its bytes. */
  async download(): Promise<Buffer> {
    const [download] = await Promise.all([
      this.#page.waitForEvent('download'),
      press(this.#panel.getByRole('button', { name: 'Download', exact: true })),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }
}
