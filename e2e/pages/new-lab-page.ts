import { expect, type Page } from '@playwright/test';
import { press, write } from '../browser/pointer-actions.ts';
import { SiteHeader } from './site-header.ts';

export class NewLabPage {
  readonly #page: Page;
  readonly #header: SiteHeader;

  constructor(page: Page) {
    this.#page = page;
    this.#header = new SiteHeader(page);
  }

  get summary() {
    return this.#page.getByRole('region', { name: 'What you sign' });
  }

  get mintButton() {
    return this.#page.getByRole('button', { name: 'Mint the lab' });
  }

  get nameField() {
    return this.#page.getByLabel('Name', { exact: true });
  }

  /** Creates a named lab: connect, mint, sign in, register. Returns the lab's shortname. */
  async create(name: string): Promise<string> {
    await this.#page.goto('/labs/new');
    await this.#header.connect();
    await expect(this.summary).toContainText('Fee');
    await press(this.mintButton);
    await press(this.#page.getByRole('main').getByRole('button', { name: 'Sign in' }));
    return this.name(name);
  }

  async name(name: string): Promise<string> {
    await write(this.nameField, name);
    await press(this.#page.getByRole('button', { name: 'Save and open the lab' }));
    await expect(this.#page.getByRole('heading', { name, level: 1 })).toBeVisible();
    const shortname = new URL(this.#page.url()).pathname.split('/').at(-1);
    if (!shortname) throw new Error('The address of the new lab has no short name');
    return shortname;
  }
}
