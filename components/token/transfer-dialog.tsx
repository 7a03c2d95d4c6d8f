'use client';
import type { ReactNode } from 'react';
import type { Senders } from '#lib/tokenize/read-senders.ts';
import { visibleName } from '#lib/visible-name.ts';
import { FailureNotice } from '../tokenize/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import type { TokenOfPage } from './token-of-page.ts';
import { useSenders } from './use-senders.ts';

interface TransferDialogProps {
  token: TokenOfPage;
  /** Lowercase. */
  wallet: `0x${string}`;
  title: string;
  description: string;
  onClose: () => void;
  /** The form, if there are tokens to send. */
  children: (known: Senders) => ReactNode;
}

/** A dialog that sends tokens of the connected wallet, once its balance is read. */
export function TransferDialog({
  token,
  wallet,
  title,
  description,
  onClose,
  children,
}: TransferDialogProps) {
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
    >
      <WithSenders key={wallet} token={token} wallet={wallet}>
        {children}
      </WithSenders>
    </Dialog>
  );
}

function WithSenders({
  token,
  wallet,
  children,
}: Pick<TransferDialogProps, 'token' | 'wallet' | 'children'>) {
  const { data, failure, readAgain } = useSenders(token, wallet);
  if (failure) {
    return (
      <FailureNotice
        failure={failure}
        action={
          <Button size="sm" onClick={readAgain}>
            Try again
          </Button>
        }
      />
    );
  }
  if (!data) {
    return (
      <Loading label="Reading the balance">
        <Skeleton className="h-40 w-full" />
      </Loading>
    );
  }
  if (data.senders.every(({ balance }) => balance === 0n)) {
    return (
      <p>
        Your wallet holds no <bdi>{visibleName(token.symbol)}</bdi>. To send tokens of a Safe or another
        account, connect that account as your wallet.
      </p>
    );
  }
  return children(data);
}
