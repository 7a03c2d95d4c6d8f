import type { Page } from '@playwright/test';

export class SearchPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get words() {
    return this.#page.getByRole('searchbox', { name: 'Search labs, files and announcements' });
  }

  get hits() {
    return this.#page.getByRole('article');
  }

  hit(title: string) {
    return this.hits.filter({ has: this.#page.getByRole('heading', { name: title, exact: true }) });
  }

  get panel() {
    return this.#page.locator('details').filter({ has: this.#page.getByRole('group', { name: 'Kind' }) });
  }

  async openFilters(): Promise<void> {
    await this.#page.locator('summary').filter({ hasText: 'Filter' }).click();
  }

  without(name: string) {
    return this.#page.getByRole('link', { name: `Remove the filter ${name}`, exact: true });
  }
}
