'use client';
import { type ReactNode, useState } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import { maxRecipients } from '#lib/tokenize/distribution.ts';
import type { Sender, Senders } from '#lib/tokenize/read-senders.ts';
import {
  rememberTransfer,
  type SentTransfer,
  unconfirmedTransfer,
} from '#lib/tokenize/unconfirmed-transfer.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Loading } from '../ui/skeleton.tsx';
import { DistributeForm } from './distribute-form.tsx';
import { SendForm } from './send-form.tsx';
import { SenderChoice } from './sender-choice.tsx';
import type { TokenOfPage } from './token-of-page.ts';
import { TransferOutcome } from './transfer-outcome.tsx';
import { useSenders } from './use-senders.ts';

interface TransferDialogProps {
  token: TokenOfPage;
  /** The connected wallet. Lowercase. */
  wallet: `0x${string}`;
  /** To one address, or to many in one transaction. */
  to: 'one' | 'many';
  onClose: () => void;
}

const texts = {
  one: { verb: 'Send', description: 'Tokens go to one address, in one transaction of your wallet.' },
  many: {
    verb: 'Distribute',
    description: `Tokens go to up to ${maxRecipients} addresses in one transaction: all of them get theirs, or nobody does.`,
  },
};

/**
 * A dialog that sends tokens of the connected wallet, once its balance is read. While it is not known what became of the
 * last transfer, also after a reload, the dialog waits for that one.
 */
export function TransferDialog(props: TransferDialogProps) {
  const { token, wallet, to, onClose } = props;
  const { verb, description } = texts[to];
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={`${verb} ${visibleName(token.symbol)}`}
      description={description}
    >
      <Transfer key={wallet} {...props} />
    </Dialog>
  );
}

function Transfer(props: TransferDialogProps) {
  const { token, wallet, onClose } = props;
  const { oclId } = token.lab;
  const [sent, setSent] = useState(() => unconfirmedTransfer({ oclId, wallet }));
  if (sent) {
    const outcome = { oclId, wallet, sent, onClose };
    return <TransferOutcome {...outcome} onForget={() => setSent(null)} />;
  }
  return (
    <WithSenders {...props}>
      {(known) => (
        <TransferForm
          {...props}
          known={known}
          onSent={(transfer) => {
            rememberTransfer({ oclId, wallet }, transfer);
            setSent(transfer);
          }}
        />
      )}
    </WithSenders>
  );
}

interface TransferFormProps extends TransferDialogProps {
  known: Senders;
  onSent: (sent: SentTransfer) => void;
}

/** The form, if there are tokens to send. */
function TransferForm({ token, wallet, to, known, onSent, onClose }: TransferFormProps) {
  const { decimals, senders } = known;
  const [sender, setSender] = useState<Sender>(senders.find(({ balance }) => balance > 0n) ?? senders[0]);
  const symbol = visibleName(token.symbol);
  const Form = to === 'one' ? SendForm : DistributeForm;
  return (
    <Form
      token={{ ...token, symbol, decimals }}
      wallet={wallet}
      sender={sender}
      senderChoice={
        <SenderChoice
          senders={senders}
          chosen={sender}
          decimals={decimals}
          symbol={symbol}
          onChange={setSender}
        />
      }
      onSent={onSent}
      onClose={onClose}
    />
  );
}

interface WithSendersProps extends Pick<TransferDialogProps, 'token' | 'wallet'> {
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
