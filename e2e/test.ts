import type { LocalJson } from '@labroom/local/data-dir/local-json.ts';
import { openFaucet } from '@labroom/testing/actors.ts';
import { type BrowserContext, test as base, type Page } from '@playwright/test';
import type { PrivateKeyAccount } from 'viem';
import { takeMouseAway } from './browser/pointer-actions.ts';
import { readLocal } from './stack/local.ts';
import { installWallet, keyAccount, type TestWallet, type WalletAccount } from './wallets/wallet.ts';

export interface Person {
  page: Page;
  account: PrivateKeyAccount;
  wallet: TestWallet;
}

interface Fixtures {
  /** Users have no mouse. */
  keyboardAlone: boolean;
  stack: LocalJson;
  /** Creates a new user with some ether. The wallet uses the user's key or another account. */
  newPerson: (actsAs?: (account: PrivateKeyAccount) => Promise<WalletAccount>) => Promise<Person>;
}

export const test = base.extend<Fixtures>({
  keyboardAlone: [false, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from its pattern
  stack: async ({}, use) => use(readLocal()),
  baseURL: async ({ stack }, use) => use(stack.webUrl),
  context: async ({ context }, use) => {
    slowDown(context);
    await use(context);
  },
  newPerson: async ({ browser, stack, contextOptions, baseURL, keyboardAlone }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (actsAs) => {
      const context = await browser.newContext({ ...contextOptions, baseURL });
      contexts.push(context);
      slowDown(context);
      if (keyboardAlone) await takeMouseAway(context);
      const account = await openFaucet(stack.rpcUrl).fundedWallet();
      const acting = actsAs ? await actsAs(account) : keyAccount(account, stack.rpcUrl);
      const wallet = await installWallet(context, acting, stack.rpcUrl);
      return { page: await context.newPage(), account, wallet };
    });
    for (const context of contexts) await context.close();
  },
});

/** Slows the pages down by the factor `E2E_SLOWDOWN`, which finds tests that depend on timing. */
function slowDown(context: BrowserContext): void {
  const rate = Number(process.env.E2E_SLOWDOWN ?? 1);
  if (rate <= 1) return;
  context.on('page', (page) => {
    const slow = async () => {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate });
    };
    // A page that closes at once needs no slowing.
    slow().catch(() => undefined);
  });
}
