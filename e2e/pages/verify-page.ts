import type { Page } from '@playwright/test';

/** `/verify` */
export class VerifyPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(lab?: string): Promise<void> {
    await this.#page.goto(lab === undefined ? '/verify' : `/verify?lab=${encodeURIComponent(lab)}`);
  }

  /** Gives a file to look at, as if it were chosen. */
  async give(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.#page.getByLabel('Choose files to verify').setInputFiles(file);
  }

  result(name: string) {
    return this.#page.getByRole('article', { name });
  }

  get subject() {
    return this.#page.getByLabel('Lab or token');
  }

  get checks() {
    return this.#page.getByRole('list', { name: 'Checks' });
  }

  async verify(subject: string): Promise<void> {
    await this.subject.fill(subject);
    await this.#page.getByRole('button', { name: 'Verify', exact: true }).click();
  }
}
