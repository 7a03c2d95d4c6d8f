import { expect, type Page } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { untilHydrated } from '../browser/hydrated.ts';
import { giveFiles, press, tick, write } from '../browser/pointer-actions.ts';
import { FilePanel } from './file-panel.ts';

interface FileToUpload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export class DataRoomPage {
  readonly file: FilePanel;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.file = new FilePanel(page);
  }

  async open(shortname: string): Promise<void> {
    await this.#page.goto(labPath(shortname, 'files'));
    await untilHydrated(this.#page.getByRole('region', { name: 'Files' }));
  }

  get uploadButton() {
    return this.#page.getByRole('button', { name: 'Upload files' });
  }

  /** Changes are offered once the role of the wallet is known. */
  async untilChangesAreOffered(): Promise<void> {
    await expect(this.#page.getByRole('button', { name: 'New folder' })).toBeAttached();
  }

  get list() {
    return this.#page.getByRole('grid', { name: 'Files' });
  }

  get queue() {
    return this.#page.getByRole('region', { name: 'Uploads' });
  }

  get uploadDialog() {
    return this.#page.getByRole('dialog', { name: /^(Upload|New version of) / });
  }

  get encryptButton() {
    return this.uploadDialog.getByRole('button', { name: 'Encrypt and upload' });
  }

  get accessDialog() {
    return this.#page.getByRole('dialog', { name: /^Change access of / });
  }

  /** Progress of the change of access that runs. */
  get accessJob() {
    return this.#page.getByRole('region', { name: 'Change of access' });
  }

  async chooseAccess(title: string, dialog = this.uploadDialog): Promise<void> {
    const label = dialog.locator('label').getByText(title, { exact: true });
    await tick(dialog.getByRole('radio', { name: new RegExp(`^${title}`) }), label);
  }

  /** The dialog's result for one wallet: its full address, or `You`. */
  couldOpen(who: string) {
    const label = who === 'You' ? this.#page.getByText('You', { exact: true }) : undefined;
    const people = this.uploadDialog.getByRole('list', { name: 'Who can open it today' });
    return people.getByRole('listitem').filter({ has: label ?? this.#page.getByTitle(who.toLowerCase()) });
  }

  async tryAddress(address: string): Promise<void> {
    await write(this.uploadDialog.getByLabel('Try another address'), address);
    await press(this.uploadDialog.getByRole('button', { name: 'Try', exact: true }));
  }

  row(name: string) {
    return this.list.getByRole('row').filter({ has: this.#page.getByRole('link', { name, exact: true }) });
  }

  async openFolder(name: string): Promise<void> {
    await press(this.list.getByRole('link', { name, exact: true }));
    await expect(this.#page.getByRole('navigation', { name: 'Folder' }).getByText(name)).toBeVisible();
  }

  async openFile(name: string): Promise<void> {
    await press(this.list.getByRole('link', { name, exact: true }));
    await expect(this.#page.getByRole('heading', { name, exact: true })).toBeVisible();
  }

  async give(...files: FileToUpload[]): Promise<void> {
    await giveFiles(this.uploadButton, files);
    await expect(this.uploadDialog).toBeVisible();
  }

  async giveFolder(path: string): Promise<void> {
    await giveFiles(this.#page.getByRole('button', { name: 'Upload a folder' }), path);
    await expect(this.uploadDialog).toBeVisible();
  }

  /** Accepts the dialog's default: for the team only. */
  async startUpload(): Promise<void> {
    await expect(this.uploadDialog.getByRole('radio', { name: /^Team/ })).toBeChecked();
    await press(this.encryptButton);
  }

  async uploadEncrypted(file: FileToUpload): Promise<void> {
    await this.give(file);
    await this.startUpload();
    await expect(this.queue.getByRole('heading', { name: 'One file uploaded' })).toBeVisible();
    await expect(this.row(file.name)).toBeVisible();
  }
}
