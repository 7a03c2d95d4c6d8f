import { expect, type Page } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { choose, press, tick, write } from '../browser/pointer-actions.ts';

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

  /** What can be decided. */
  get requests() {
    return this.#page.getByRole('region', { name: /requests? for access/i });
  }

  row(address: string) {
    return this.#page.getByRole('row').filter({ has: this.#page.getByTitle(address.toLowerCase()) });
  }

  async grantViewer(address: string): Promise<void> {
    await press(this.grantButton);
    await write(this.dialog.getByLabel('Wallet address'), address);
    await expect(this.dialog.getByRole('region', { name: 'What you sign' })).toContainText(address);
    await this.grant('Grant viewer');
    await expect(this.row(address)).toContainText('Viewer');
  }

  /** Fills in the role and expiry of an agent, without signing. */
  async inviteAgent(address: string, role: 'Viewer' | 'Contributor', ends: string): Promise<void> {
    await press(this.grantButton);
    await write(this.dialog.getByLabel('Wallet address'), address);
    await choose(this.dialog.getByLabel('Role'), role);
    await choose(this.dialog.getByLabel('Ends'), ends);
    await tick(this.dialog.getByLabel('This wallet belongs to a software agent'));
    await expect(this.dialog.getByRole('region', { name: 'What you sign' })).toContainText(address);
  }

  /** Signs the transaction of the dialog and waits until the contract confirms it. */
  async grant(title: 'Grant viewer' | 'Grant contributor'): Promise<void> {
    await press(this.dialog.getByRole('button', { name: 'Grant the role' }));
    await this.#untilEffective(title);
  }

  /** The warning of roles that end within two weeks. */
  get ending() {
    return this.#page.getByText(/within two weeks/).locator('..');
  }

  /** Extends the first role that ends soon, and keeps it a role of the same kind. */
  async extend(title: 'Grant viewer' | 'Grant contributor'): Promise<void> {
    await press(this.ending.getByRole('button', { name: 'Extend…' }).first());
    await press(this.dialog.getByRole('button', { name: 'Change the role' }));
    await this.#untilEffective(title);
  }

  async revoke(address: string): Promise<void> {
    await press(this.row(address).getByRole('button', { name: /^Change the role of/ }));
    await press(this.dialog.getByRole('button', { name: 'Revoke instead' }));
    await press(this.dialog.getByRole('button', { name: 'Revoke the role' }));
    await this.#untilEffective('Revoke viewer');
    await expect(this.row(address)).toHaveCount(0);
  }

  /** Ends every granted role in one transaction, and checks that renewing the keys is offered. */
  async removeAll(): Promise<void> {
    await press(this.#page.getByRole('button', { name: 'Remove all members…' }));
    await press(this.dialog.getByRole('button', { name: 'Remove all members' }));
    await this.#untilEffective('Remove all members');
    await expect(this.#page.getByRole('button', { name: 'Renew keys…' }).first()).toBeVisible();
  }

  async #untilEffective(title: string): Promise<void> {
    const progress = this.#page.getByRole('region', { name: title });
    await expect(progress.getByText('In effect on the contract (done)')).toBeVisible();
  }
}
