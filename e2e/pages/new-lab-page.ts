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

  get createButton() {
    return this.#page.getByRole('button', { name: 'Create the lab' });
  }

  get nameField() {
    return this.#page.getByLabel('Name', { exact: true });
  }

  /** Creates a named lab: name, connect, create, sign in. Returns the lab's shortname. */
  async create(name: string): Promise<string> {
    await this.#page.goto('/labs/new');
    await write(this.nameField, name);
    await this.#header.connect();
    await expect(this.summary).toContainText('Fee');
    await press(this.createButton);
    return this.finish(name);
  }

  /** Signs in as the owner of a lab that is created, and waits for its page. Returns the lab's shortname. */
  async finish(name: string): Promise<string> {
    await press(this.#page.getByRole('main').getByRole('button', { name: 'Sign in' }));
    await expect(this.#page.getByRole('heading', { name, level: 1 })).toBeVisible();
    const shortname = new URL(this.#page.url()).pathname.split('/').at(-1);
    if (!shortname) throw new Error('The address of the new lab has no short name');
    return shortname;
  }
}
