import { expect, type Page } from '@playwright/test';
import { walletName } from '../wallet.ts';

/** What stands above every page: who one is. */
export class SiteHeader {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get #header() {
    return this.#page.getByRole('banner');
  }

  get account() {
    return this.#header.getByRole('button', { name: /^Account 0x/ });
  }

  /** Chooses a wallet in the connect dialog: the browser's own, or one of the local accounts. */
  async connect(wallet = walletName): Promise<void> {
    await this.#header.getByRole('button', { name: 'Connect' }).click();
    await this.#page.getByRole('dialog').getByRole('button', { name: wallet, exact: true }).click();
    await expect(this.#header.getByRole('button', { name: 'Sign in' })).toBeVisible();
  }

  async signIn(): Promise<void> {
    await this.#header.getByRole('button', { name: 'Sign in' }).click();
    await expect(this.#header.getByRole('button', { name: 'Sign in' })).toBeHidden();
    await expect(this.account).toBeVisible();
  }

  async connectAndSignIn(wallet = walletName): Promise<void> {
    await this.connect(wallet);
    await this.signIn();
  }
}
