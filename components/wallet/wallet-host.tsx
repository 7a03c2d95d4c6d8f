'use client';
import { type ComponentType, useEffect, useState } from 'react';
import { failRuntime, resumeWallet, useWalletWanted } from '#lib/wallet/wallet-store.ts';
import { notify } from '../ui/toast.ts';

/** Loads the wallet code when it is needed (see "lazy wallet" in `wallet-store.ts`). */
export function WalletHost() {
  const wanted = useWalletWanted();
  const [Runtime, setRuntime] = useState<ComponentType | null>(null);

  useEffect(resumeWallet, []);

  useEffect(() => {
    if (!wanted || Runtime) return;
    import('./wallet-runtime.tsx').then(
      (module) => setRuntime(() => module.WalletRuntimeProvider),
      (cause: unknown) => {
        failRuntime(new Error('The wallet dialog could not be loaded.', { cause }));
        notify('error', 'The wallet dialog could not be loaded.', 'Check your connection and try again.');
      },
    );
  }, [wanted, Runtime]);

  return Runtime && <Runtime />;
}
