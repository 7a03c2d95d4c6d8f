import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installDebianPackages } from './debian-packages.ts';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/**
 * The path of a working Chromium: `CHROMIUM_PATH`, Playwright's, the system's, or one that is installed now by Playwright
 * or, on Debian as root, by apt.
 * @throws Error with one sentence if none can be installed
 */
export function findOrInstallChromium(log: (line: string) => void): string {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (existsSync(wanted)) return wanted;
    throw new Error(`CHROMIUM_PATH names ${wanted}, which does not exist.`);
  }
  const present = () => [chromium.executablePath(), ...SYSTEM].find((path) => existsSync(path));
  const found = present();
  if (found) return found;

  log('No Chromium here; installing one.');
  spawnSync('npx', ['playwright', 'install', 'chromium-headless-shell'], {
    stdio: 'ignore',
    timeout: 120_000,
  });
  const installed = present();
  if (installed) return installed;
  installDebianPackages('chromium');
  const last = present();
  if (last) return last;
  throw new Error('The end-to-end tests need Chromium: install it and set CHROMIUM_PATH to its path.');
}
