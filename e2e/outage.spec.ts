import { expect } from '@playwright/test';
import { privateKeyToAccount } from 'viem/accounts';
import { localAccount } from '#contracts/local-accounts.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { whileChainHangs } from './stack/chain-process.ts';
import { signInToWeb } from './stack/web-session.ts';
import { test } from './test.ts';

test('a node that does not respond is never shown as a missing right, and everything works again when it does', async ({
  page,
  stack,
}) => {
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
