'use client';
import { type FormEvent, useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { visibleName } from '#lib/names/visible-name.ts';
import { checkRecipient } from '#lib/tokenize/distribution.ts';
import type { Sender, Senders } from '#lib/tokenize/read-senders.ts';
import type { SentTransfer } from '#lib/tokenize/unconfirmed-transfer.ts';
import { sendTransaction } from '#lib/wallet/run-transaction.ts';
import { sendTokens } from '#lib/wallet/transactions/send-tokens.ts';
import type { Transaction } from '#lib/wallet/transactions/transaction.ts';
import { formatAmount, parseAmount } from '#packages/protocol/token-amount.ts';
import { AddressInput } from '../core/people/address-input.tsx';
import { TransactionSummary } from '../core/wallet/transaction-summary.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Field } from '../ui/field.tsx';
import { TextField } from '../ui/labelled-fields.tsx';
import { SenderChoice } from './sender-choice.tsx';
import type { TokenOfPage } from './token-of-page.ts';
import { TransferDialog } from './transfer-dialog.tsx';

interface SendDialogProps {
  token: TokenOfPage;
  /** The connected wallet. Lowercase. */
  wallet: `0x${string}`;
  onClose: () => void;
}

/** Sends tokens to one address. */
export function SendDialog({ token, wallet, onClose }: SendDialogProps) {
  return (
    <TransferDialog
      token={token}
      wallet={wallet}
      title={`Send ${visibleName(token.symbol)}`}
      description="Tokens go to one address, in one transaction of your wallet."
      onClose={onClose}
    >
      {(known, onSent) => (
        <SendForm token={token} known={known} wallet={wallet} onSent={onSent} onClose={onClose} />
      )}
    </TransferDialog>
  );
}

interface SendFormProps extends SendDialogProps {
  known: Senders;
  onSent: (sent: SentTransfer) => void;
}

function SendForm(props: SendFormProps) {
  const { token, known, wallet, onSent, onClose } = props;
  const { decimals, senders } = known;
  const [sender, setSender] = useState<Sender>(senders.find(({ balance }) => balance > 0n) ?? senders[0]);
  const [form, setForm] = useState({ to: '', amount: '' });
  const [errors, setErrors] = useState<{ to?: string; amount?: string }>({});
  const [review, setReview] = useState<Transaction | null>(null);
  const symbol = visibleName(token.symbol);

  function change(part: Partial<typeof form>) {
    setForm({ ...form, ...part });
    setErrors({});
  }

  function check(event: FormEvent) {
    event.preventDefault();
    const to = checkRecipient(form.to, token.address, sender.address);
    const amount = parseAmount(form.amount, decimals);
    const amountError =
      typeof amount !== 'bigint'
        ? amount.error
        : amount === 0n
          ? 'Enter an amount above 0.'
          : amount > sender.balance
            ? `The sender holds ${formatAmount(sender.balance, decimals)} ${symbol}.`
            : undefined;
    if (typeof to === 'string' && typeof amount === 'bigint' && !amountError) {
      const account = sender.isAccount ? sender.address : undefined;
      setReview(sendTokens({ token: { ...token, symbol, decimals }, account, to, amount }));
      return;
    }
    setErrors({
      ...(typeof to !== 'string' && { to: to.error }),
      ...(amountError && { amount: amountError }),
    });
  }

  if (review) {
    return <ReviewSend wallet={wallet} transaction={review} onSent={onSent} onBack={() => setReview(null)} />;
  }
  return (
    <form onSubmit={check} className="flex flex-col gap-4" noValidate>
      <SenderChoice
        senders={senders}
        chosen={sender}
        decimals={decimals}
        symbol={symbol}
        onChange={setSender}
      />
      <Field label="To" error={errors.to}>
        {(field) => <AddressInput {...field} value={form.to} onValue={(to) => change({ to })} />}
      </Field>
      <TextField
        label="Amount"
        error={errors.amount}
        value={form.amount}
        inputMode="decimal"
        autoComplete="off"
        className="tabular"
        onValue={(amount) => change({ amount })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary">
          Review
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

interface ReviewSendProps {
  wallet: `0x${string}`;
  transaction: Transaction;
  onSent: (sent: SentTransfer) => void;
  onBack: () => void;
}

function ReviewSend({ wallet, transaction, onSent, onBack }: ReviewSendProps) {
  const config = usePublicConfig();
  const [isAtWallet, setAtWallet] = useState(false);
  const { title } = transaction.describe;
  const sending = useAction(async () => {
    const id = await sendTransaction(transaction, wallet, config, ({ stage }) =>
      setAtWallet(stage === 'signing'),
    );
    onSent({ id, isBatch: false, done: `${title.replace('Send', 'Sent')}.` });
  });
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="w-full">
        <TransactionSummary {...transaction.describe} />
      </div>
      <FailureNotice failure={sending.failure} />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={sending.isRunning} onClick={() => sending.run()}>
          {sending.isRunning ? (isAtWallet ? 'Check your wallet' : 'Simulating') : 'Send'}
        </Button>
        <Button disabled={sending.isRunning} onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}
