import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import { privateKeyToAccount } from 'viem/accounts';
import { type LocalAccountName, localAccount } from '#contracts/local-accounts.ts';
import type { LocalJson } from '#local/start/local-json.ts';
import { chromiumLaunch } from './browser/chromium-launch.ts';
import { SiteHeader } from './pages/site-header.ts';
import { Camera } from './screenshots/camera.ts';
import { outsiderTour } from './screenshots/outsider-tour.ts';
import { ownerTour } from './screenshots/owner-tour.ts';
import { visitorTour } from './screenshots/visitor-tour.ts';
import { dataDirVariable, readLocal } from './stack/local.ts';
import { installWallet, keyAccount } from './wallet.ts';

/**
 * Screenshots of every page and state of a running stack, wide and narrow, light and dark: `node e2e/screenshots.ts
 * --out DIR [--data-dir .labroom] [--only 1440-light]`. Creates a new lab.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    'data-dir': { type: 'string', default: '.labroom' },
    only: { type: 'string' },
  },
});
if (!values.out) throw new Error('--out DIR is required: the directory for the screenshots');
process.env[dataDirVariable] = path.resolve(values['data-dir']);
const stack = readLocal();
await mkdir(values.out, { recursive: true });

const browser = await chromium.launch(chromiumLaunch());
try {
  for (const width of [1440, 390]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const look = `${width}-${colorScheme}`;
      if (values.only && values.only !== look) continue;
      const options = {
        baseURL: stack.webUrl,
        colorScheme,
        viewport: { width, height: width > 1000 ? 900 : 844 },
        locale: 'en-GB',
        timezoneId: 'UTC',
      };
      const camera = (page: ConstructorParameters<typeof Camera>[0]) =>
        new Camera(page, path.join(values.out ?? '', look));
      const visitor = await (await browser.newContext(options)).newPage();
      await visitorTour(visitor, camera(visitor));
      const owner = await signedInPage(browser, options, stack, 'owner');
      await ownerTour(owner, camera(owner));
      const outsider = await signedInPage(browser, options, stack, 'outsider');
      await outsiderTour(outsider, camera(outsider));
      for (const page of [visitor, owner, outsider]) await page.context().close();
      console.log(`${look} done`);
    }
  }
} finally {
  await browser.close();
}

async function signedInPage(
  browser: Browser,
  options: BrowserContextOptions,
  stack: LocalJson,
  name: LocalAccountName,
) {
  const context = await browser.newContext(options);
  // Passing a large file through the browser's protocol is slow on a busy machine.
  context.setDefaultTimeout(120_000);
  const account = keyAccount(privateKeyToAccount(localAccount(name).privateKey), stack.rpcUrl);
  await installWallet(context, account, stack.rpcUrl);
  const page = await context.newPage();
  await page.goto('/');
  await new SiteHeader(page).connectAndSignIn();
  return page;
}
