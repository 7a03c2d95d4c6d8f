import { localAccount } from '@labroom/contracts/local-accounts';
import { expect } from '@playwright/test';
import { privateKeyToAccount } from 'viem/accounts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { whileChainHangs } from './stack/chain-process.ts';
import { signInToWeb } from './stack/web-session.ts';
import { test } from './test.ts';

test('a node that does not respond is never shown as a missing right, and everything works again when it does', {
  tag: '@release',
}, async ({ page, stack }) => {
  const viewer = privateKeyToAccount(localAccount('viewer').privateKey);
  await page.context().addCookies([await signInToWeb(stack, viewer)]);
  const room = new DataRoomPage(page);

  await whileChainHangs(async () => {
    await room.open('thermostable-lipase-screen');
    await room.openFolder('team');
    await room.openFile('ranked-hits.csv');
    // The service waits for the node before it gives up.
    await expect(room.file.alert).toContainText('The chain could not be read', { timeout: 45_000 });
    await expect(room.file.alert).toContainText('it is unknown whether you can open the file');
    await expect(room.file.refusal).toHaveCount(0);
  });

  await room.file.tryAgain();
  await expect(room.file.preview).toContainText('L3-0161');
});

test('a part of a page whose code does not load shows the failure in its place, and loads on request', async ({
  page,
}) => {
  const path = `/labs/new?lab=0x0101${'0'.repeat(60)}`;
  const html = await (await page.request.get(path)).text();
  const isPart = (url: string) => !html.includes(new URL(url).pathname);
  await page.route('**/_next/static/chunks/*.js', (route) =>
    isPart(route.request().url()) ? route.abort() : route.continue(),
  );
  await page.goto(path);
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toContainText('A part of this page could not be loaded.');
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await page.unroute('**/_next/static/chunks/*.js');
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(main.getByText('Your lab is on the chain')).toBeVisible();
});
