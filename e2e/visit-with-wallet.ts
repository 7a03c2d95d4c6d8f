import { chromium, expect } from '@playwright/test';
import type { PrivateKeyAccount } from 'viem';
import { chromiumLaunch } from './browser/chromium-launch.ts';
import { SiteHeader } from './pages/site-header.ts';
import { installWallet, keyAccount } from './wallets/wallet.ts';

interface Visit {
  url: string;
  account: PrivateKeyAccount;
  rpcUrl: string;
  chainId: number;
}

/** Signs in with a wallet on the chain, and opens a page. @returns its text */
export async function visitWithWallet(
  { url, account, rpcUrl, chainId }: Visit,
  path: string,
): Promise<string> {
  const browser = await chromium.launch(chromiumLaunch());
  try {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: url, locale: 'en-GB' });
    await installWallet(context, keyAccount(account, rpcUrl, chainId), rpcUrl, chainId);
    const page = await context.newPage();
    await page.goto(path);
    await new SiteHeader(page).connectAndSignIn();
    const main = page.getByRole('main');
    await expect(main).toBeVisible();
    return await main.innerText();
  } finally {
    await browser.close();
  }
}
