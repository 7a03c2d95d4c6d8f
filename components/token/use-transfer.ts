'use client';
import { useRouter } from 'next/navigation';
import { callApi } from '#lib/api/browser.ts';
import { usePublicConfig } from '#lib/public-config.tsx';
import { waitUntilIndexed } from '#lib/tokenize/wait-until-indexed.ts';
import { useAction } from '#lib/use-action.ts';
import { waitUntilMined } from '#lib/wallet/run-transaction.ts';
import type { TokenOfPage } from './token-of-page.ts';

interface Transfer {
  /** Asks the wallet to sign and send. Its result identifies what was sent. */
  send: () => Promise<string>;
  /** Waits for the transaction, and returns its hash. */
  mined: (sent: string) => Promise<`0x${string}`>;
}

/**
 * Sends a transfer and waits for it, in two actions: once `sent` has a value, the transfer must not be sent again,
 * whatever happens afterwards. Then refreshes the page.
 */
export function useTransfer({ lab }: TokenOfPage, { send, mined }: Transfer) {
  const config = usePublicConfig();
  const router = useRouter();
  const waiting = useAction(async (sent: string) => {
    const hash = await mined(sent);
    const { blockNumber } = await waitUntilMined(hash, config);
    void waitUntilIndexed(callApi, lab.oclId, Number(blockNumber)).then(() => router.refresh());
    return hash;
  });
  const sending = useAction(async () => {
    const sent = await send();
    void waiting.run(sent);
    return sent;
  });
  return { sending, waiting };
}
