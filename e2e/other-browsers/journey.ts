import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from './browser.ts';

const lab = 'thermostable-lipase-screen';
const plaintext = 'Encrypted and read in the same browser.';
const timeoutMs = 60_000;

const fileInput = `document.querySelector('input[aria-label="Choose files"]')`;
const button = (name: string) =>
  `[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === ${JSON.stringify(name)} && !one.disabled)`;

/**
 * Signs in as a local account, uploads an encrypted file, and reads it again from a new page.
 * @throws Error with the step that was not completed within a minute
 */
export async function encryptedUpload(browser: Browser, webUrl: string): Promise<void> {
  // All browsers upload to the same lab.
  const fileName = `${browser.version.split('/')[0]}.txt`;
  const until = async (step: string, expression: string) => {
    const end = performance.now() + timeoutMs;
    while (!(await browser.evaluate(`Boolean(${expression})`))) {
      if (performance.now() > end) {
        const seen = await browser.evaluate('document.body.innerText');
        throw new Error(`${browser.version} did not get past: ${step}. The page says:\n${seen}`);
      }
      await pause(100);
    }
  };
  const click = async (name: string) => {
    await until(`a button "${name}"`, button(name));
    await browser.evaluate(`(${button(name)}.click(), true)`);
  };
  await browser.goto(`${webUrl}/labs/${lab}/files`);
  await until('the connect dialog', `(${button('Connect wallet')}?.click(), ${button('Owner')})`);
  await click('Owner');
  await click('Sign in');
  await until(
    'signed in',
    `[...document.querySelectorAll('header button')].some((button) => button.textContent.startsWith('Account 0x'))`,
  );
  await until('the file input', fileInput);
  await browser.evaluate(`(() => {
    const files = new DataTransfer();
    files.items.add(new File([${JSON.stringify(plaintext)}], ${JSON.stringify(fileName)}, { type: 'text/plain' }));
    const input = ${fileInput};
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  })()`);
  await click('Encrypt and upload');
  await until('the upload', `document.body.textContent.includes('One file uploaded')`);
  await browser.goto(`${webUrl}/labs/${lab}/files?file=${fileName}`);
  await until('the decrypted file', `document.body.textContent.includes(${JSON.stringify(plaintext)})`);
}
