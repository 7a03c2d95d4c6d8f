'use client';
import { useNetwork } from '#lib/public-config.tsx';
import type { FailureText } from '#lib/wallet/explain-failure.ts';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { FailureNotice } from '../tokenize/failure-notice.tsx';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

interface TransferOutcomeProps {
  /** What was sent, as a sentence. */
  done: string;
  /** Set once the transaction is mined. */
  hash: `0x${string}` | undefined;
  /** Why it cannot be said what became of the transaction. */
  failure: FailureText | null;
  onCheckAgain: () => void;
  onClose: () => void;
}

/** What became of a transfer after the wallet sent it. Never offers to send it again. */
export function TransferOutcome({ done, hash, failure, onCheckAgain, onClose }: TransferOutcomeProps) {
  const network = useNetwork();
  return (
    <div className="flex flex-col items-start gap-4">
      {hash ? (
        <Notice kind="success">
          <p>{done}</p>
          <p className="mt-1 flex flex-wrap items-center gap-x-2">
            Transaction <Address value={hash} href={explorerLink(network, 'tx', hash)} />
          </p>
        </Notice>
      ) : failure ? (
        <>
          <FailureNotice
            failure={failure}
            action={
              <Button size="sm" onClick={onCheckAgain}>
                Check again
              </Button>
            }
          />
          <p className="text-sm">
            The wallet has sent the transaction. Look at the transfers of this page, or at your wallet, before
            you send anything again.
          </p>
        </>
      ) : (
        <p role="status">Waiting for the block. The transaction is sent; you can close this window.</p>
      )}
      <Button onClick={onClose}>Close</Button>
    </div>
  );
}
