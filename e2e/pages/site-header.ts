import { expect, type Page } from '@playwright/test';
import { untilHydrated } from '../browser/hydrated.ts';
import { press } from '../browser/pointer-actions.ts';
import { walletName } from '../wallets/wallet.ts';

export class SiteHeader {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get #header() {
    return this.#page.getByRole('banner');
  }

  get connectButton() {
    return this.#header.getByRole('button', { name: 'Connect wallet' });
  }

  get signInButton() {
    return this.#header.getByRole('button', { name: 'Sign in' });
  }

  get account() {
    return this.#header.getByRole('button', { name: /^Account 0x/ });
  }

  /** A wallet in the connect dialog: the browser's own, or one of the local accounts. */
  walletChoice(wallet: string) {
    return this.#page.getByRole('dialog').getByRole('button', { name: wallet, exact: true });
  }

  async openConnectDialog(): Promise<void> {
    await untilHydrated(this.connectButton);
    await press(this.connectButton);
  }

  async connect(wallet = walletName): Promise<void> {
    await this.openConnectDialog();
    await press(this.walletChoice(wallet));
    await expect(this.signInButton).toBeVisible();
  }

  async signIn(): Promise<void> {
    await press(this.signInButton);
    await this.untilSignedIn();
  }

  async untilSignedIn(): Promise<void> {
    await expect(this.#header.getByRole('button', { name: /^(Sign in|Check your wallet)$/ })).toHaveCount(0);
    await expect(this.account).toBeVisible();
  }

  async connectAndSignIn(wallet = walletName): Promise<void> {
    await this.connect(wallet);
    await this.signIn();
  }

  async leave(): Promise<void> {
    await untilHydrated(this.account);
    await press(this.account);
    await press(this.#page.getByRole('menuitem', { name: 'Sign out and disconnect' }));
    // Until the session is deleted, the next page would begin with it.
    await expect(this.connectButton).toBeVisible();
  }
}
