import type { LocalJson } from '@labroom/local/data-dir/local-json.ts';
import { openFaucet } from '@labroom/testing/actors.ts';
import { type Browser, expect } from '@playwright/test';
import type { PrivateKeyAccount } from 'viem';
import { labPath } from '#lib/api/lab-reference.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { makeLab } from './stack/labs.ts';
import { startLimitedWeb } from './stack/limited-web.ts';
import { signInToWeb } from './stack/web-session.ts';
import { test } from './test.ts';

/** Smaller files share their calls and have no request of their own. */
const text = Buffer.from('plate,reading\n1,0.4\n'.padEnd(70_000, '2,0.5\n'));
const picture = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
);

/** Uploads a file and an image in a web app, and returns the URLs to which the browser sent their bytes. */
async function putsOf(browser: Browser, stack: LocalJson, owner: PrivateKeyAccount): Promise<string[]> {
  const { oclId } = await makeLab(stack, owner, 'Ways to the storage');
  const context = await browser.newContext({ baseURL: stack.webUrl });
  try {
    await context.addCookies([await signInToWeb(stack, owner)]);
    const puts: string[] = [];
    context.on('request', (request) => {
      if (request.method() === 'PUT') puts.push(request.url().split('?')[0] ?? '');
    });
    const page = await context.newPage();
    const room = new DataRoomPage(page);
    await room.open(oclId);
    await room.uploadEncrypted({ name: 'plate.csv', mimeType: 'text/csv', buffer: text });
    await page.goto(labPath(oclId, 'settings'));
    const input = page.getByLabel('Image of the lab');
    await untilHydrated(input);
    await input.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: picture });
    await expect(page.getByText('The image is now shown on all pages.')).toBeVisible();
    return puts;
  } finally {
    await context.close();
  }
}

test('without STORAGE_URL, files below 256 KiB and images go through the app', async ({ browser, stack }) => {
  const owner = await openFaucet(stack.rpcUrl).fundedWallet();
  const puts = await putsOf(browser, stack, owner);
  expect(puts).toEqual([`${stack.webUrl}/api/uploads`, `${stack.webUrl}/api/uploads`]);
});

test('a large file goes to the storage itself, and through the app where the storage cannot be reached', async ({
  newPerson,
  page,
  stack,
}) => {
  const person = await newPerson();
  const { oclId } = await makeLab(stack, person.account, 'A large file');
  await page.context().addCookies([await signInToWeb(stack, person.account)]);
  const puts: string[] = [];
  page.context().on('requestfinished', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (request.method() === 'PUT') puts.push(`${origin}${pathname.split('/').slice(0, 3).join('/')}`);
  });
  const room = new DataRoomPage(page);
  const large = Buffer.alloc(2 ** 20, 'plate,reading\n');
  const upload = (name: string) => room.uploadEncrypted({ name, mimeType: 'text/csv', buffer: large });
  await room.open(oclId);
  await upload('direct.csv');
  await expect(room.row('direct.csv')).toBeVisible();
  expect(puts).toEqual([`${stack.serviceUrl}/storage/uploads`]);

  await page.context().route(`${stack.serviceUrl}/storage/uploads/**`, (route) => route.abort());
  // What was reached in this tab is reached by retries only.
  await room.open(oclId);
  await upload('through.csv');
  await expect(room.row('through.csv')).toBeVisible();
  expect(puts.slice(1)).toEqual([`${stack.webUrl}/api/uploads`]);
});

test('with STORAGE_URL, they go directly to the URLs that the service signed', { tag: '@release' }, async ({
  browser,
  stack,
}) => {
  let serviceUrl = '';
  const web = await startLimitedWeb({}, (url) => {
    serviceUrl = url;
    return { STORAGE_URL: url };
  });
  try {
    const owner = await openFaucet(stack.rpcUrl).fundedWallet();
    const puts = await putsOf(browser, { ...stack, webUrl: web.url, serviceUrl }, owner);
    expect(puts).toEqual([
      expect.stringContaining(`${serviceUrl}/storage/uploads/`),
      expect.stringContaining(`${serviceUrl}/images/`),
    ]);
  } finally {
    await web.stop();
  }
});
