'use client';
import { useCallback, useEffect, useState } from 'react';
import { networks } from '#contracts/networks.ts';
import { usePublicConfig } from '#lib/public-config.tsx';
import type { Control } from '#lib/tokenize/controller.ts';
import { explainFailure, type FailureText } from '#lib/wallet/explain-failure.ts';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import type { LabOfToken } from './lab-of-token.ts';

interface ControlAnswer {
  /** `null` without a wallet, or before the first response. */
  control: Control | null;
  failure: FailureText | null;
  retry: () => void;
}

/** How the connected wallet controls the lab, read from the chain. */
export function useControl({ labId }: LabOfToken): ControlAnswer {
  const config = usePublicConfig();
  const wallet = useWallet();
  const address = wallet.status === 'connected' ? wallet.address : null;
  const [answer, setAnswer] = useState<{
    address: string;
    control: Control | null;
    failure: FailureText | null;
  }>();
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again
  useEffect(() => {
    if (!address) return;
    let current = true;
    const ask = async () => {
      const [{ chainClient }, { readControl }] = await Promise.all([
        import('#lib/wallet/chain.ts'),
        import('#lib/tokenize/controller.ts'),
      ]);
      return readControl(chainClient(config), networks[config.chainId], BigInt(labId), address);
    };
    ask().then(
      (control) => current && setAnswer({ address, control, failure: null }),
      (error: unknown) => current && setAnswer({ address, control: null, failure: explainFailure(error) }),
    );
    return () => {
      current = false;
    };
  }, [config, labId, address, attempt]);

  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  const isCurrent = answer !== undefined && answer.address === address;
  return { control: isCurrent ? answer.control : null, failure: isCurrent ? answer.failure : null, retry };
}
