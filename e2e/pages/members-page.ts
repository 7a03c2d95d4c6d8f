import { expect, type Page } from '@playwright/test';
import { labPath } from '../../lib/api/lab-reference.ts';

/** `/labs/[lab]/members` */
export class MembersPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(shortname: string): Promise<void> {
    await this.#page.goto(labPath(shortname, 'members'));
  }

  get grantButton() {
    return this.#page.getByRole('button', { name: 'Grant a role' });
  }

  get dialog() {
    return this.#page.getByRole('dialog');
  }

  row(address: string) {
    return this.#page.getByRole('row').filter({ has: this.#page.getByTitle(address.toLowerCase()) });
  }

  /** Makes somebody a viewer and waits until the contract confirms it. */
  async grantViewer(address: string): Promise<void> {
    await this.grantButton.click();
    await this.dialog.getByLabel('Wallet address').fill(address);
    await expect(this.dialog.getByRole('region', { name: 'What you sign' })).toContainText(address);
    await this.dialog.getByRole('button', { name: 'Grant the role' }).click();
    await this.#untilEffective('Grant viewer');
    await expect(this.row(address)).toContainText('Viewer');
  }

  /** Takes a role away and waits until the contract confirms it. */
  async revoke(address: string): Promise<void> {
    await this.row(address)
      .getByRole('button', { name: /^Change the role of/ })
      .click();
    await this.dialog.getByRole('button', { name: 'Revoke instead' }).click();
    await this.dialog.getByRole('button', { name: 'Revoke the role' }).click();
    await this.#untilEffective('Revoke viewer');
    await expect(this.row(address)).toHaveCount(0);
  }

  async #untilEffective(title: string): Promise<void> {
    const progress = this.#page.getByRole('region', { name: title });
    await expect(progress.getByText('In effect on the contract (done)')).toBeVisible();
  }
}
