import { expect, type Page } from '@playwright/test';
import { labPath } from '../../lib/api/lab-reference.ts';

type StepName = 'Membership agreement' | 'Terms' | 'Signature' | 'Dry run' | 'Transaction' | 'Token';

/** `/labs/[lab]/tokenize` */
export class TokenPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(lab: string): Promise<void> {
    await this.#page.goto(labPath(lab, 'tokenize'));
  }

  get #wizard() {
    return this.#page.getByRole('list', { name: 'The way to a token' });
  }

  /** A step of the wizard. */
  step(name: StepName) {
    return this.#wizard.locator('> li').filter({ hasText: new RegExp(`^${name} \\(`) });
  }

  get alert() {
    return this.#page.getByRole('main').getByRole('alert');
  }

  get facts() {
    return this.#page
      .getByRole('main')
      .locator('section')
      .filter({ has: this.#page.getByRole('heading', { name: 'Token', exact: true }) });
  }

  get shareLink() {
    return this.#page.getByLabel('Link for another owner');
  }

  get tokenField() {
    return this.#page.getByLabel('Address of the token');
  }

  get confirmation() {
    return this.#page.getByRole('checkbox', { name: /cannot be undone/ });
  }

  button(name: string) {
    return this.#page.getByRole('main').getByRole('button', { name, exact: true });
  }

  async isAt(name: StepName, state = 'your turn'): Promise<void> {
    await expect(this.step(name)).toContainText(`(${state})`);
  }

  /** What is signed, in words. */
  get summary() {
    return this.#page.getByRole('region', { name: 'What you sign' });
  }

  /** Fills in the first step, and tries to pass it. */
  async fill({ symbol, supply }: { symbol: string; supply: string }): Promise<void> {
    await this.#page.getByLabel('Symbol', { exact: true }).fill(symbol);
    await this.#page.getByLabel('First supply').fill(supply);
    await this.button('Make the agreement').click();
  }

  /** The first step: a new token of the lab. */
  async planToken(plan: { symbol: string; supply: string }): Promise<void> {
    await this.fill(plan);
    await this.isAt('Signature');
  }

  async sign(): Promise<void> {
    await this.button('Sign the terms').click();
  }

  async confirmAndSend(label: 'Tokenize the lab' | 'Attach the token'): Promise<void> {
    await this.confirmation.check();
    await this.button(label).click();
  }

  /** The whole way, as a wallet that holds the lab goes it. */
  async make(plan: { symbol: string; supply: string }): Promise<void> {
    await this.planToken(plan);
    await this.sign();
    await this.confirmAndSend('Tokenize the lab');
    await expect(this.facts).toContainText('Open: more can be issued');
  }

  async planIssue(amount: string): Promise<void> {
    const panel = this.#page.getByRole('region', { name: 'Issue more' });
    if (!(await panel.isVisible())) await this.button('Issue more').click();
    await panel.getByLabel('Amount').fill(amount);
    await panel.getByRole('button', { name: 'Review' }).click();
  }

  /** Opens a link that another owner has sent, in the tab that is open. */
  async follow(link: string): Promise<void> {
    await this.#page.evaluate((url) => {
      window.location.href = url;
    }, link);
  }
}
