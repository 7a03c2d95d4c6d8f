'use client';
import { useCallback, useEffect, useState } from 'react';
import { networks } from '#contracts/networks.ts';
import { usePublicConfig } from '#lib/public-config.tsx';
import type { Control } from '#lib/tokenize/controller.ts';
import { explainFailure, type FailureText } from '#lib/wallet/explain-failure.ts';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import type { LabOfToken } from './lab-of-token.ts';

interface ControlAnswer {
  /** `null` without a wallet, or before the chain has answered. */
  control: Control | null;
  failure: FailureText | null;
  askAgain: () => void;
}

/** What the connected wallet may do with the lab, by the chain. */
export function useControl({ labId }: LabOfToken): ControlAnswer {
  const config = usePublicConfig();
  const wallet = useWallet();
  const address = wallet.status === 'connected' ? wallet.address : null;
  const [answer, setAnswer] = useState<{
    address: string;
    control: Control | null;
    failure: FailureText | null;
  }>();
  const [turn, setTurn] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks again
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
  }, [config, labId, address, turn]);

  const askAgain = useCallback(() => setTurn((before) => before + 1), []);
  const isCurrent = answer !== undefined && answer.address === address;
  return { control: isCurrent ? answer.control : null, failure: isCurrent ? answer.failure : null, askAgain };
}
