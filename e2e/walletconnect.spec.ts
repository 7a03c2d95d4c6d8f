import { openFaucet } from '@labroom/testing/actors.ts';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './browser/accessible.ts';
import { press, write } from './browser/pointer-actions.ts';
import { NewLabPage } from './pages/new-lab-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { type LimitedWeb, startLimitedWeb } from './stack/limited-web.ts';
import { readLocal } from './stack/local.ts';
import { test } from './test.ts';
import { startPhoneWallet } from './walletconnect/phone-wallet.ts';
import { readQrCode } from './walletconnect/read-qr-code.ts';
import { startRelay } from './walletconnect/relay.ts';
import { keyAccount } from './wallets/wallet.ts';

const projectId = '0123456789abcdef0123456789abcdef';
const local = 31337;

let relay: Awaited<ReturnType<typeof startRelay>>;
let web: LimitedWeb;
test.beforeAll(async () => {
  relay = await startRelay();
  web = await startLimitedWeb({}, () => ({
    WALLETCONNECT_PROJECT_ID: projectId,
    WALLETCONNECT_RELAY_URL: relay.url,
  }));
});
test.afterAll(async () => {
  relay.stop();
  await web.stop();
});

async function phoneWallet(chainIds: number[]) {
  const { rpcUrl } = readLocal();
  const account = await openFaucet(rpcUrl).fundedWallet();
  return startPhoneWallet(keyAccount(account, rpcUrl), { projectId, relayUrl: relay.url, chainIds });
}

/** Opens the QR code of a new session on the page. */
async function showQrCode(page: Page): Promise<string> {
  const header = new SiteHeader(page);
  await header.openConnectDialog();
  await press(header.walletChoice('WalletConnect'));
  return readQrCode(page);
}

test('a wallet of another device connects by a QR code, signs in and sends, also after a reload', async ({
  page,
}) => {
  const wallet = await phoneWallet([local]);
  const header = new SiteHeader(page);
  await page.goto(`${web.url}/labs/new`);
  const uri = await showQrCode(page);
  await expectAccessible(page);
  await wallet.scan(uri);
  await expect(header.signInButton).toBeVisible();

  await write(new NewLabPage(page).nameField, 'Paired Phone');
  wallet.declineNext();
  await press(new NewLabPage(page).createButton);
  await expect(page.getByRole('main').getByRole('status')).toContainText('You declined the request');

  await page.reload();
  await header.signIn();
  await press(new NewLabPage(page).createButton);
  await expect(page.getByRole('heading', { name: 'Paired Phone', level: 1 })).toBeVisible();
  expect(wallet.asked).toEqual([
    `eth_sendTransaction on eip155:${local}`,
    `personal_sign on eip155:${local}`,
    `eth_sendTransaction on eip155:${local}`,
  ]);
});

test('nothing is loaded from or sent to WalletConnect before it is chosen', async ({ page }) => {
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).host));
  const databases = () =>
    page.evaluate(async () =>
      (await indexedDB.databases()).filter(({ name }) => name?.includes('WALLET_CONNECT')),
    );
  await page.goto(`${web.url}/labs/new`);
  await new SiteHeader(page).openConnectDialog();
  await expect(new SiteHeader(page).walletChoice('WalletConnect')).toBeVisible();
  expect([sockets, await databases()]).toEqual([[], []]);

  await press(new SiteHeader(page).walletChoice('WalletConnect'));
  await readQrCode(page);
  expect(sockets).toEqual([new URL(relay.url).host]);
  expect(await databases()).toHaveLength(1);
});

test('a session that the wallet ends disconnects the page', { tag: '@release' }, async ({ page }) => {
  const wallet = await phoneWallet([local]);
  const header = new SiteHeader(page);
  await page.goto(`${web.url}/labs/new`);
  await wallet.scan(await showQrCode(page));
  await expect(header.signInButton).toBeVisible();
  await wallet.endSession();
  await expect(header.connectButton).toBeVisible();
});

test('a session without the network of the labs can sign in, and says why it cannot send', {
  tag: '@release',
}, async ({ page }) => {
  const wallet = await phoneWallet([1]);
  const header = new SiteHeader(page);
  await page.goto(`${web.url}/labs/new`);
  await wallet.scan(await showQrCode(page));
  await header.signIn();
  await expect(page.getByRole('region', { name: 'Network of the wallet' })).toContainText(
    'Your wallet is on Ethereum.',
  );
  await write(new NewLabPage(page).nameField, 'Far Phone');
  await press(new NewLabPage(page).createButton);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Nothing was sent.');
  expect(wallet.asked).toEqual(['personal_sign on eip155:1']);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the dialog offers the browsers of wallets, for the same page', async ({ page }) => {
    const header = new SiteHeader(page);
    await page.goto(`${web.url}/labs/new`);
    await header.openConnectDialog();
    await expect(header.walletChoice('WalletConnect')).toBeVisible();
    await expect(page.getByRole('link', { name: 'MetaMask' })).toHaveAttribute(
      'href',
      `https://link.metamask.io/dapp/${web.url.replace('http://', '')}/labs/new`,
    );
  });
});
