import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { sessionServiceName } from '#lib/session/session.ts';
import { clientOf } from '#local/seed/client-of.ts';
import { RevokeServiceTokenDocument, ServiceTokensDocument } from '#packages/client/documents.generated.ts';
import { expectAccessible } from './browser/accessible.ts';
import { press } from './browser/pointer-actions.ts';
import { makeLab } from './labs.ts';
import { FilePanel } from './pages/file-panel.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

const text = 'the melting point';
const notYours =
  /cannot open this|not yours|Shown to wallets that can open|could not be opened|conditions were not met/i;

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
  const { preview } = new FilePanel(page);
  /** Ends the sessions of the web app, as another device does. */
  const revoke = async () => {
    const { nodes } = (await program.call(ServiceTokensDocument, { onlyLive: true, page: 0 })).serviceTokens;
    const own = nodes.filter(({ serviceName }) => serviceName === sessionServiceName);
    expect(own).toHaveLength(1);
    for (const { tokenId } of own) await program.call(RevokeServiceTokenDocument, { tokenId });
  };
  const askedToSignIn = async () => {
    await expect(header.signInButton).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/Sign a message with 0x/);
    await expect(page.getByRole('main')).not.toContainText(notYours);
  };

  await test.step('while the page is open: the next file asks', async () => {
    await page.goto(filePath(shortname, 'first.txt'));
    await header.connectAndSignIn();
    await expect(preview).toContainText(text);
    await revoke();
    await press(page.getByRole('link', { name: 'second.txt' }).first());
    await askedToSignIn();
    await expectAccessible(page);
  });

  await test.step('after signing in the file opens', async () => {
    await header.signIn();
    await expect(preview).toContainText(text);
  });

  await test.step('on reload: the same', async () => {
    await revoke();
    await page.reload();
    await askedToSignIn();
    await header.signIn();
    await expect(preview).toContainText(text);
  });

  await test.step('a search for own content asks, and does not say that there is none', async () => {
    await revoke();
    await page.goto(`${labPath(shortname)}/members`);
    await expect(header.signInButton).toBeVisible();
    await header.signIn();
  });

  await test.step('a cookie that is gone is an ended session, too', async () => {
    await page.goto(filePath(shortname, 'third.txt'));
    await expect(preview).toContainText(text);
    await page.context().clearCookies();
    await press(page.getByRole('link', { name: 'second.txt' }).first());
    await askedToSignIn();
    await header.signIn();
    await expect(preview).toContainText(text);
  });
});
