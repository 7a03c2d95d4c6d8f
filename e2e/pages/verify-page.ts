import type { Page } from '@playwright/test';
import { giveFiles, press, write } from '../browser/pointer-actions.ts';

export class VerifyPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(lab?: string): Promise<void> {
    await this.#page.goto(lab === undefined ? '/verify' : `/verify?lab=${encodeURIComponent(lab)}`);
  }

  async give(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await giveFiles(this.#page.getByRole('button', { name: 'Choose a file' }), file);
  }

  result(name: string) {
    return this.#page.getByRole('article', { name });
  }

  get subject() {
    return this.#page.getByLabel('Lab or token');
  }

  get verdict() {
    return this.#page.getByRole('main').getByRole('alert');
  }

  get again() {
    return this.#page.getByRole('button', { name: 'Check again' });
  }

  get checks() {
    return this.#page.getByRole('list', { name: 'Checks' });
  }

  async verify(subject: string): Promise<void> {
    await write(this.subject, subject);
    await press(this.#page.getByRole('button', { name: 'Verify', exact: true }));
  }
}
