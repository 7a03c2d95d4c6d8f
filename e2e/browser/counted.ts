import { expect, type Page, test } from '@playwright/test';
import type { TestWallet } from '../wallets/wallet.ts';
import { countClicks } from './click-counter.ts';

interface Player {
  page: Page;
  wallet: Pick<TestWallet, 'asked'>;
}

type Cost = { clicks: number; prompts?: number };

/** Plays a journey, which may take so many clicks of the mouse and prompts of the wallet, and prints what it took. */
export async function counted({ page, wallet }: Player) {
  const clicks = await countClicks(page.context());
  return (name: string, most: Cost, play: () => Promise<void>): Promise<void> =>
    test.step(name, async () => {
      const before = { clicks: await clicks(), prompts: promptsOf(wallet.asked) };
      await play();
      const took = (await clicks()) - before.clicks;
      const prompts = promptsOf(wallet.asked) - before.prompts;
      console.log(
        `    ${name}: ${took} of ${most.clicks} clicks, ${prompts} of ${most.prompts ?? 0} prompts`,
      );
      expect.soft(took, `clicks to ${name}`).toBeLessThanOrEqual(most.clicks);
      expect.soft(prompts, `prompts to ${name}`).toBeLessThanOrEqual(most.prompts ?? 0);
    });
}

const prompting = ['eth_requestAccounts', 'eth_sendTransaction', 'personal_sign', 'eth_signTypedData_v4'];
const promptsOf = (asked: readonly string[]) => asked.filter((method) => prompting.includes(method)).length;
