'use client';
import { useEffect, useEffectEvent } from 'react';
import { useNetwork } from '#lib/config/public-config.tsx';
import type { Read } from '#lib/reading/use-read.ts';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Address } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';

interface SentTransactionProps<Effect> {
  hash: `0x${string}`;
  /** What waits for the effect of the transaction. */
  effect: Pick<Read<Effect>, 'data' | 'failure' | 'readAgain'>;
  onEffect: (effect: Effect) => void;
  /** What the user can do instead of waiting on, after a failure. */
  instead: { label: string; run: () => void };
  /** Shown while it waits. */
  children: string;
}

/** A sent transaction until its effect is there, also after a reload. */
export function SentTransaction<Effect>(props: SentTransactionProps<Effect>) {
  const { hash, effect, onEffect, instead, children } = props;
  const network = useNetwork();
  const { data, failure, readAgain } = effect;
  const proceed = useEffectEvent(onEffect);
  useEffect(() => {
    if (data) proceed(data);
  }, [data]);
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="flex flex-wrap items-center gap-x-2">
        Transaction <Address value={hash} href={explorerLink(network, 'tx', hash)} />
      </p>
      {failure ? (
        <FailureNotice
          failure={failure}
          onRetry={readAgain}
          retry="Check again"
          action={
            <Button size="sm" variant="quiet" onClick={instead.run}>
              {instead.label}
            </Button>
          }
        />
      ) : (
        <p>{children}</p>
      )}
    </div>
  );
}
