import { startListener } from '@labroom/testing/listener.ts';
import { newRequest } from '@labroom/testing/test-authorization.ts';
import { TestProgram } from '@labroom/testing/test-program.ts';
import { UnauthorizedError } from '@modelcontextprotocol/client';
import { expect } from '@playwright/test';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { press } from './browser/pointer-actions.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

/** The address of the consent page, as a program builds it. */
function addressOf(page: string, request: Awaited<ReturnType<typeof newRequest>>['request']): string {
  const url = new URL(page);
  for (const [name, value] of Object.entries({
    response_type: request.responseType,
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    code_challenge: request.codeChallenge,
    code_challenge_method: request.codeChallengeMethod,
    state: request.state,
    resource: request.resource,
  }))
    if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

test('a person lets a program read by a signature, sees it in the list of tokens, and ends it', async ({
  newPerson,
  stack,
}) => {
  const { page, wallet } = await newPerson();
  const browserEnd = await startListener();
  try {
    const program = new TestProgram({ url: stack.serviceUrl }, `${browserEnd.url}/callback`);
    await expect(program.call('paid_calls')).rejects.toThrow(UnauthorizedError);
    await page.goto(String(program.asked));
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Notebook');
    await expect(main).toContainText(
      `The access goes to ${new URL(browserEnd.url).host}, which is this device.`,
    );
    await expectAccessible(page);
    await new SiteHeader(page).connect();

    await test.step('a wallet that declines allows nothing', async () => {
      wallet.decline('eth_signTypedData_v4');
      await press(main.getByRole('button', { name: 'Allow' }));
      await expect(main.getByText('You declined the request in your wallet.')).toBeVisible();
      expect(browserEnd.visits).toEqual([]);
      await expectAccessible(page);
    });
    await test.step('a wallet that signs gives the program a code, with which it calls the tool', async () => {
      await press(main.getByRole('button', { name: 'Allow' }));
      await page.waitForURL(`${browserEnd.url}/callback?**`);
      await program.finish(new URL(browserEnd.visits[0] ?? '', browserEnd.url).searchParams);
      expect((await program.call('paid_calls')).isError).toBeFalsy();
    });
    await test.step('the person revokes it', async () => {
      await page.goto('/account');
      await new SiteHeader(page).signIn();
      const row = page.getByRole('listitem').filter({ hasText: 'Notebook (127.0.0.1:' });
      await press(row.getByRole('button', { name: /^Revoke/ }));
      await expect(row).toHaveCount(0);
      await expect(program.call('paid_calls')).rejects.toThrow(UnauthorizedError);
    });
  } finally {
    await browserEnd.stop();
  }
});

test('a person sends a program away, and sees what is wrong with a request', async ({ page, stack }) => {
  const service = { url: stack.serviceUrl };
  const program = await startListener();
  try {
    const redirectUri = `${program.url}/callback`;
    const address = `${stack.webUrl}/authorize`;
    const { request } = await newRequest(service, { redirectUri });
    await page.goto(addressOf(address, request));
    const cancel = page.getByRole('main').getByRole('link', { name: 'Cancel' });
    await untilHydrated(cancel);
    await press(cancel);
    await expect.poll(() => program.visits[0]).toContain('error=access_denied');

    const { request: plain } = await newRequest(service, { redirectUri, codeChallengeMethod: 'plain' });
    await page.goto(addressOf(address, plain));
    await expect(page.getByRole('main')).toContainText('code_challenge_method S256');
    await expect(page.getByRole('button', { name: 'Allow' })).toHaveCount(0);
    await expectAccessible(page);

    await page.goto(addressOf(address, { ...request, redirectUri: 'https://evil.example/callback' }));
    await expect(page.getByRole('main')).toContainText('has not registered this redirect_uri');
    expect(await page.getByRole('main').getByRole('link').count()).toBe(0);
    await expectAccessible(page);
  } finally {
    await program.stop();
  }
});
