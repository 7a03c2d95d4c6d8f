'use client';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';
import { SentTransaction } from '../core/wallet/sent-transaction.tsx';
import { waitForLab } from './mint.ts';

interface MiningStepProps {
  hash: `0x${string}`;
  onMined: (oclId: `0x${string}`) => void;
  onAbandon: () => void;
}

/** Waits for the block of the mint. */
export function MiningStep({ hash, onMined, onAbandon }: MiningStepProps) {
  const config = usePublicConfig();
  const mined = useRead({ key: ['mined lab', hash], read: () => waitForLab(hash, config) });
  return (
    <SentTransaction
      hash={hash}
      effect={mined}
      onEffect={onMined}
      instead={{ label: 'Start over', run: onAbandon }}
    >
      You can close this page and continue later.
    </SentTransaction>
  );
}
