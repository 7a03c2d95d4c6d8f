'use client';
import { useEffect, useEffectEvent } from 'react';
import { useNetwork, usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { waitForLab } from './mint.ts';

interface MiningStepProps {
  hash: `0x${string}`;
  onMined: (oclId: `0x${string}`) => void;
  onAbandon: () => void;
}

/** Waits for the block of the mint, also after a reload. */
export function MiningStep({ hash, onMined, onAbandon }: MiningStepProps) {
  const config = usePublicConfig();
  const network = useNetwork();
  const {
    data: oclId,
    failure,
    readAgain,
  } = useRead({
    key: ['mined lab', hash],
    read: () => waitForLab(hash, config),
  });
  const proceed = useEffectEvent(onMined);
  useEffect(() => {
    if (oclId) proceed(oclId);
  }, [oclId]);

  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-2">
        Transaction <Address value={hash} href={explorerLink(network, 'tx', hash)} />
      </p>
      {failure ? (
        <FailureNotice
          failure={failure}
          onRetry={readAgain}
          retry="Check again"
          action={
            <Button size="sm" variant="quiet" onClick={onAbandon}>
              Start over
            </Button>
          }
        />
      ) : (
        <p>You can close this page and continue later.</p>
      )}
    </div>
  );
}
