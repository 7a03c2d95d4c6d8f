'use client';
import { useEffect } from 'react';
import { failRuntime, resumeWallet, useWalletWanted } from '#lib/wallet/wallet-store.ts';
import { notify } from '../ui/message.ts';
import { part } from '../ui/part.tsx';

const Runtime = part(async () => (await import('./wallet-runtime.tsx')).WalletRuntimeProvider, {
  failure: (cause) => {
    failRuntime(new Error('The wallet dialog could not be loaded.', { cause }));
    notify('error', 'The wallet dialog could not be loaded.', 'Check your connection and try again.');
  },
});

/** Loads the wallet code when it is needed (see "lazy wallet" in `wallet-store.ts`). */
export function WalletHost() {
  const wanted = useWalletWanted();
  useEffect(resumeWallet, []);
  return wanted && <Runtime />;
}
