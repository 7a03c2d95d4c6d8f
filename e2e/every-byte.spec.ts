import { clientOf } from '@labroom/local/data-dir/client-of.ts';
import { localChain, openFaucet, registerLab } from '@labroom/testing/actors.ts';
import { hostileBytes } from '@labroom/testing/hostile-bytes.ts';
import { expect } from '@playwright/test';
import { press } from './browser/pointer-actions.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { signInToWeb } from './stack/web-session.ts';
import { test } from './test.ts';

const files = Object.entries(hostileBytes).map(([name, bytes]) => ({
  name: `${name}.bin`,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(bytes),
}));

for (const access of ['Everyone', 'Team'])
  test(`every content that the page uploads comes back byte for byte: ${access}`, async ({ page, stack }) => {
    const owner = await openFaucet(stack.rpcUrl).fundedWallet();
    await page.context().addCookies([await signInToWeb(stack, owner)]);
    const endpoint = { url: stack.serviceUrl, credential: stack.consumerCredential };
    const { oclId, shortname } = await registerLab(endpoint, localChain(stack.rpcUrl, owner));
    const room = new DataRoomPage(page);
    await room.open(shortname);
    await room.give(...files);
    await room.chooseAccess(access);
    await press(
      room.uploadDialog.getByRole('button', { name: /^(Upload for everyone|Encrypt and upload)$/ }),
    );
    await expect(room.queue.getByRole('heading', { name: `${files.length} files uploaded` })).toBeVisible();
    const client = await clientOf(stack).signIn(owner);
    for (const { name, buffer } of files) {
      const { body } = await client.download({ oclId, path: name });
      expect(Buffer.from(await body.arrayBuffer()).equals(buffer), name).toBe(true);
    }
  });
