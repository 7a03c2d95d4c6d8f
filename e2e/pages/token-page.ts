import { expect, type Page } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { press, tick, write } from '../browser/pointer-actions.ts';

type StepName =
  | 'Choose the agreement'
  | 'Read what you accept'
  | 'Sign it'
  | 'Trial run'
  | 'Make the token'
  | 'The token';

export class TokenPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(lab: string): Promise<void> {
    await this.#page.goto(labPath(lab, 'tokenize'));
  }

  get #wizard() {
    return this.#page.getByRole('list', { name: 'Tokenization steps' });
  }

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
      .filter({ has: this.#page.getByRole('heading', { name: 'Contract and agreement' }) });
  }

  /** What the page says of the right of the lab to its attached token. */
  get right() {
    return this.facts.locator('dt', { hasText: 'Right of the lab over it' }).locator('+ dd');
  }

  /** What the wizard says of the right before the token is attached. */
  get foreseenRight() {
    return this.#wizard.getByRole('note', { name: 'Right to the token' });
  }

  get proof() {
    return this.#page.getByRole('region', { name: 'Prove the right' });
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

  get summary() {
    return this.#page.getByRole('region', { name: 'What you sign' });
  }

  async fill({ symbol, supply }: { symbol: string; supply: string }): Promise<void> {
    await write(this.#page.getByLabel('Symbol', { exact: true }), symbol);
    await write(this.#page.getByLabel('Initial supply'), supply);
    await this.makeAgreement();
  }

  async makeAgreement(): Promise<void> {
    await press(this.button('Create the agreement'));
  }

  /** Completes the first step for a new token. */
  async planToken(plan: { symbol: string; supply: string }): Promise<void> {
    await this.fill(plan);
    await this.isAt('Sign it');
  }

  async sign(): Promise<void> {
    await press(this.button('Sign the terms'));
  }

  async confirmAndSend(label: 'Tokenize the lab' | 'Attach the token'): Promise<void> {
    await tick(this.confirmation);
    await press(this.button(label));
  }

  async make(plan: { symbol: string; supply: string }): Promise<void> {
    await this.planToken(plan);
    await this.sign();
    await this.confirmAndSend('Tokenize the lab');
    await expect(this.facts).toContainText('Open: more can be issued');
  }

  async planIssue(amount: string): Promise<void> {
    const panel = this.#page.getByRole('region', { name: 'Issue more' });
    if (!(await panel.isVisible())) await press(this.button('Issue more'));
    await write(panel.getByLabel('Amount'), amount);
    await press(panel.getByRole('button', { name: 'Review' }));
  }

  /** Starts to end issuance permanently, which needs typed confirmation. */
  async planCap(): Promise<void> {
    await press(this.button('End issuance'));
    await expect(this.button('End issuance permanently')).toBeDisabled();
    await this.#page.getByLabel(/^Type “cap /).scrollIntoViewIfNeeded();
  }

  async cap(symbol: string): Promise<void> {
    await write(this.#page.getByLabel(`Type “cap ${symbol}” to confirm`), `cap ${symbol}`);
    await press(this.button('End issuance permanently'));
    await expect(this.facts).toContainText('Ended permanently');
    await expect(this.button('Issue more')).toHaveCount(0);
  }

  async chooseAttach(): Promise<void> {
    await tick(this.#page.getByRole('radio', { name: /Attach an existing token/ }));
  }

  async follow(link: string): Promise<void> {
    await this.#page.evaluate((url) => {
      window.location.href = url;
    }, link);
  }
}
