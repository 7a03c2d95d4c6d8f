import { existsSync } from 'node:fs';
import { hasCommand, installDebianPackages } from '@labroom/scripts/debian-packages.ts';
import { readLocal } from '../stack/local.ts';
import { startStack } from '../stack/start-stack.ts';
import { openFirefox } from './firefox.ts';
import { encryptedUpload } from './journey.ts';
import { openWebKit } from './webkit.ts';

/**
 * `node e2e/other-browsers/run.ts`: tests an encrypted upload in Debian's Firefox and WebKitGTK. Part of
 * `npm run test:full`. Exits with 1 if one of them fails or is not available.
 */
const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const isInstalled = () =>
  ['firefox-esr', 'WebKitWebDriver', 'xvfb-run'].every(hasCommand) && existsSync(miniBrowser);
if (!isInstalled()) installDebianPackages('firefox-esr', 'webkit2gtk-driver', 'xvfb', 'xauth');
if (!isInstalled()) {
  console.error('Firefox ESR, WebKitGTK with its driver, and Xvfb are needed. Install them with apt.');
  process.exit(1);
}
const browsers = [
  openFirefox('/usr/bin/firefox-esr'),
  openWebKit({ driver: 'WebKitWebDriver', miniBrowser }),
];
const stack = await startStack();
try {
  const { webUrl } = readLocal(stack.dataDir);
  for (const open of browsers) {
    const browser = await open();
    try {
      await encryptedUpload(browser, webUrl);
      console.log(`${browser.version}: uploaded, encrypted, decrypted`);
    } finally {
      await browser.close();
    }
  }
} finally {
  await stack.stop();
}
