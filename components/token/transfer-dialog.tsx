'use client';
import { type ReactNode, useState } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import type { Senders } from '#lib/tokenize/read-senders.ts';
import {
  rememberTransfer,
  type SentTransfer,
  unconfirmedTransfer,
} from '#lib/tokenize/unconfirmed-transfer.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Loading } from '../ui/skeleton.tsx';
import type { TokenOfPage } from './token-of-page.ts';
import { TransferOutcome } from './transfer-outcome.tsx';
import { useSenders } from './use-senders.ts';

interface TransferDialogProps {
  token: TokenOfPage;
  /** Lowercase. */
  wallet: `0x${string}`;
  title: string;
  description: string;
  onClose: () => void;
  /** The form, if there are tokens to send. It calls `onSent` once the wallet has sent them. */
  children: (known: Senders, onSent: (sent: SentTransfer) => void) => ReactNode;
}

/**
 * A dialog that sends tokens of the connected wallet, once its balance is read. While it is not known what became of the
 * last transfer, also after a reload, the dialog waits for that one.
 */
export function TransferDialog({
  token,
  wallet,
  title,
  description,
  onClose,
  children,
}: TransferDialogProps) {
  return (
    <Dialog onClose={onClose} size="lg" title={title} description={description}>
      <Transfer key={wallet} token={token} wallet={wallet} onClose={onClose}>
        {children}
      </Transfer>
    </Dialog>
  );
}

type TransferProps = Pick<TransferDialogProps, 'token' | 'wallet' | 'onClose' | 'children'>;

function Transfer(props: TransferProps) {
  const { token, wallet, onClose, children } = props;
  const { oclId } = token.lab;
  const [sent, setSent] = useState(() => unconfirmedTransfer({ oclId, wallet }));
  if (sent) {
    const outcome = { oclId, wallet, sent, onClose };
    return <TransferOutcome {...outcome} onForget={() => setSent(null)} />;
  }
  return (
    <WithSenders {...props}>
      {(known) =>
        children(known, (transfer) => {
          rememberTransfer({ oclId, wallet }, transfer);
          setSent(transfer);
        })
      }
    </WithSenders>
  );
}

interface WithSendersProps extends Pick<TransferProps, 'token' | 'wallet'> {
  children: (known: Senders) => ReactNode;
}

function WithSenders({ token, wallet, children }: WithSendersProps) {
  const { data, failure, readAgain } = useSenders(token, wallet);
  if (failure) {
    return <FailureNotice failure={failure} onRetry={readAgain} />;
  }
  if (!data) {
    return <Loading label="Reading the balance" className="h-40 w-full" />;
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
