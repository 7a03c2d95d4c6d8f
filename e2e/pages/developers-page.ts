import type { Page } from '@playwright/test';
import { tick } from '../browser/pointer-actions.ts';

export class DevelopersPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(search?: string): Promise<void> {
    await this.#page.goto(search ? `/developers?q=${encodeURIComponent(search)}` : '/developers');
  }

  entry(operation: string) {
    return this.#page.getByRole('article', { name: operation, exact: true });
  }

  async example(operation: string, language: 'curl' | 'TypeScript'): Promise<string> {
    const entry = this.entry(operation);
    await tick(entry.getByRole('radio', { name: language }));
    return entry.locator('pre:visible').innerText();
  }

  get trial() {
    return this.#page.locator('#gateway');
  }
}
