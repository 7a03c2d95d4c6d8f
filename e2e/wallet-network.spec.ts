import { expect, type Page } from '@playwright/test';
import { press, write } from './browser/pointer-actions.ts';
import { NewLabPage } from './pages/new-lab-page.ts';
import { SiteHeader } from './pages/site-header.ts';
import { test } from './test.ts';

const ethereum = 1;

const bannerOf = (page: Page) => page.getByRole('region', { name: 'Network of the wallet' });
const switchButton = (page: Page) => bannerOf(page).getByRole('button', { name: 'Switch to Local chain' });
const switchRequests = (asked: readonly string[]) =>
  asked.filter((method) => method === 'wallet_switchEthereumChain').length;

test('a wallet on another network connects without a question, and switches before the transaction', async ({
  newPerson,
}) => {
  const { page, wallet } = await newPerson();
  await wallet.moveTo(ethereum);
  const newLab = new NewLabPage(page);
  await page.goto('/labs/new');
  await write(newLab.nameField, 'Far Network');
  await new SiteHeader(page).connect();
  await expect(bannerOf(page)).toContainText('Your wallet is on Ethereum.');
  expect(switchRequests(wallet.asked)).toBe(0);

  wallet.decline('wallet_switchEthereumChain');
  await press(newLab.createButton);
  const declined = page.getByRole('main').getByRole('status').filter({ hasText: 'still on Ethereum' });
  await expect(declined).toContainText('Nothing was sent.');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  expect(wallet.asked).not.toContain('eth_sendTransaction');

  const answer = wallet.hold('wallet_switchEthereumChain');
  await press(newLab.createButton);
  await expect(page.getByRole('button', { name: 'Check your wallet' })).toBeDisabled();
  answer();
  await expect(page.getByText('Your lab is on the chain')).toBeVisible();
  await expect(bannerOf(page)).toHaveCount(0);
});

test('the banner follows the wallet, also after a reload, and adds a network that the wallet does not know', async ({
  newPerson,
}) => {
  const { page, wallet } = await newPerson();
  await page.goto('/labs/new');
  await new SiteHeader(page).connect();
  await expect(bannerOf(page)).toHaveCount(0);
  await wallet.moveTo(5_000_000);
  await expect(bannerOf(page)).toContainText('Your wallet is on network 5000000.');
  await page.reload();
  await expect(bannerOf(page)).toBeVisible();

  wallet.decline('wallet_switchEthereumChain');
  await press(switchButton(page));
  await expect(bannerOf(page)).toContainText('You declined to switch.');
  wallet.forgetNetwork();
  await press(switchButton(page));
  await expect(bannerOf(page)).toHaveCount(0);
  expect(wallet.asked).toContain('wallet_addEthereumChain');
});

test('a declined transaction and an error of the wallet are explained, and the form stays', async ({
  newPerson,
}) => {
  const { page, wallet } = await newPerson();
  const newLab = new NewLabPage(page);
  await page.goto('/labs/new');
  await write(newLab.nameField, 'Declined');
  await new SiteHeader(page).connect();
  wallet.decline('eth_sendTransaction');
  await press(newLab.createButton);
  const main = page.getByRole('main');
  await expect(main.getByRole('status')).toContainText('You declined the request in your wallet.');
  await expect(main.getByRole('alert')).toHaveCount(0);
  await expect(newLab.summary).toBeVisible();

  wallet.fail('eth_sendTransaction', -32002, 'Request of type eth_sendTransaction already pending');
  await press(newLab.createButton);
  await expect(main.getByRole('alert')).toContainText('Your wallet already shows a request.');
});
