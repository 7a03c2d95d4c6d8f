import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { newBrowserPush } from '@labroom/testing/test-browser-push.ts';
import { listen } from '@labroom/testing/transports/listen.ts';
import { expect, type Page } from '@playwright/test';
import { labPath } from '#lib/api/lab-reference.ts';
import { expectAccessible } from './browser/accessible.ts';
import { untilHydrated } from './browser/hydrated.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

/** A browser without a push service: its subscription is one of the test, kept across pages. */
async function installPushManager(page: Page, subscription: { endpoint: string; keys: object }) {
  await page.addInitScript((given) => {
    const subscribed = 'test.subscribed';
    const own = {
      ...given,
      toJSON: () => given,
      async unsubscribe() {
        localStorage.removeItem(subscribed);
        return true;
      },
    };
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem(subscribed, 'yes');
      return own as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () =>
      (localStorage.getItem(subscribed) ? own : null) as PushSubscription | null;
  }, subscription);
}

test('a reader turns notices on in the browser, which shows what changes in a followed lab', async ({
  newPerson,
  stack,
}) => {
  const messages: Buffer[] = [];
  const pushService = await listen(
    createServer(async (request, response) => {
      messages.push(await buffer(request));
      response.writeHead(201).end();
    }),
  );
  const [owner, { page }] = [await newPerson(), await newPerson()];
  const { serviceUrl: url, consumerCredential: credential, rpcUrl } = stack;
  const { oclId, shortname, client } = await registerLab(
    { url, credential },
    localChain(rpcUrl, owner.account),
  );
  const upload = (path: string) =>
    client.upload({ oclId, target: { path }, body: new Uint8Array(3), access: 'PUBLIC' });
  await upload('first.csv');
  const browser = newBrowserPush();
  await installPushManager(page, { endpoint: `${pushService.url}/browser`, keys: browser.keys });
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'This browser' }) });

  await page.goto(labPath(shortname));
  await new SiteHeader(page).connectAndSignIn();
  const follow = page.getByRole('button', { name: 'Follow this lab', exact: true });
  await untilHydrated(follow);
  await follow.click();
  await expect(page.getByRole('button', { name: 'Unfollow this lab', exact: true })).toBeVisible();

  await test.step('a browser that blocks notifications is told how to allow them', async () => {
    await page.goto('/inbox');
    await section.getByRole('button', { name: 'Show notices here' }).click();
    await expect(section.getByText('This browser does not allow notifications.')).toBeVisible();
    await expectAccessible(page);
  });
  await page.context().grantPermissions(['notifications'], { origin: stack.webUrl });
  await section.getByRole('button', { name: 'Show notices here' }).click();
  await expect(section.getByText('On', { exact: true })).toBeVisible();
  await page.reload();
  await expect(section.getByText('On', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await upload('results/second.csv');
  await expect.poll(() => messages.length, { timeout: 30_000 }).toBe(1);
  const message = browser.read(messages[0] as Buffer);
  expect(message.body).toContain('added "results/second.csv"');

  await test.step('the service worker shows the message', async () => {
    const devtools = await page.context().newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        if (registrations[0]) resolve(registrations[0].registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: stack.webUrl,
      registrationId: await registered,
      data: JSON.stringify(message),
    });
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }));
      });
    await expect.poll(shown).toEqual([message]);
  });
  await section.getByRole('button', { name: 'Turn off' }).click();
  await expect(section.getByRole('button', { name: 'Show notices here' })).toBeVisible();
  await pushService.close();
});
