import type { Page } from '@playwright/test';
import { tick } from '../browser/pointer-actions.ts';

export class DevelopersPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Operations that match a search. */
  async search(words: string): Promise<void> {
    await this.#page.goto(`/developers/reference?q=${encodeURIComponent(words)}`);
  }

  entry(operation: string) {
    return this.#page.getByRole('article', { name: operation, exact: true });
  }

  async example(operation: string, language: 'curl' | 'TypeScript' | 'Python'): Promise<string> {
    const entry = this.entry(operation);
    await tick(entry.getByRole('radio', { name: language }));
    return entry.locator('pre:visible').innerText();
  }

  get trial() {
    return this.#page.getByRole('main');
  }
}
