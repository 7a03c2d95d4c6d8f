import { randomUUID } from 'node:crypto';
import { RevokeServiceTokenDocument, ServiceTokensDocument } from '@labroom/client/documents';
import { clientOf } from '@labroom/local/data-dir/client-of.ts';
import { expect } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { sessionServiceName } from '#lib/session/session.ts';
import { expectAccessible } from './browser/accessible.ts';
import { press } from './browser/pointer-actions.ts';
import { DataRoomPage } from './pages/data-room-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { makeLab } from './stack/labs.ts';
import { test } from './test.ts';

const text = 'the melting point';
const notYours = /cannot open this|not yours|could not be opened|conditions were not met/i;

test('an owner whose session was revoked is asked to sign in, and then reads the own file', async ({
  newPerson,
  stack,
}) => {
  const { page, account } = await newPerson();
  const { oclId, shortname } = await makeLab(stack, account, `Ended ${randomUUID().slice(0, 8)}`);
  const program = await clientOf(stack).signIn(account);
  for (const path of ['first.txt', 'second.txt', 'third.txt'])
    await program.upload({ oclId, target: { path }, body: text, access: 'TEAM' });
  const header = new SiteHeader(page);
  const room = new DataRoomPage(page);
  const { preview } = room.file;
  const open = (name: string) => press(room.row(name).getByRole('link', { name, exact: true }));
  /** Ends the sessions of the web app, as another device does. */
  const revoke = async () => {
    const { nodes } = (await program.call(ServiceTokensDocument, { onlyLive: true, page: 0 })).serviceTokens;
    const own = nodes.filter(({ serviceName }) => serviceName === sessionServiceName);
    expect(own).toHaveLength(1);
    for (const { tokenId } of own) await program.call(RevokeServiceTokenDocument, { tokenId });
  };
  /** What a visitor sees, and never that the owner has no right. */
  const asksToSignIn = async () => {
    await expect(header.signInButton.or(header.connectButton)).toBeVisible();
    await expect(
      page.getByText(/^(Sign a message with 0x|Connect a wallet to open it)/).first(),
    ).toBeVisible();
    await expect(page.getByRole('complementary')).not.toContainText(notYours);
  };
  const signInAgain = async () => {
    // The wallet stays connected; until it is read after a load, the header offers to connect one.
    await expect(header.signInButton).toBeVisible();
    await header.signIn();
  };

  await test.step('while the page is open: the next file asks', async () => {
    await page.goto(filePath(shortname, 'first.txt'));
    await header.connectAndSignIn();
    await expect(preview).toContainText(text);
    await revoke();
    await open('second.txt');
    await asksToSignIn();
    await expectAccessible(page);
  });

  await test.step('after signing in the file opens', async () => {
    await signInAgain();
    await expect(preview).toContainText(text);
  });

  await test.step('on reload: the same', async () => {
    await revoke();
    await page.reload();
    await asksToSignIn();
    await signInAgain();
    await expect(preview).toContainText(text);
  });

  await test.step('a page that the server renders for the owner asks, too', async () => {
    await revoke();
    await page.goto(labPath(shortname, 'members'));
    await signInAgain();
  });

  await test.step('a cookie that is gone is an ended session, too', async () => {
    await page.goto(filePath(shortname, 'third.txt'));
    await expect(preview).toContainText(text);
    await page.context().clearCookies();
    await open('second.txt');
    await asksToSignIn();
    await signInAgain();
    await expect(preview).toContainText(text);
  });
});
