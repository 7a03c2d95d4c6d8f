'use client';
import { formatAmount, parseAmount } from '@labroom/protocol/token-amount';
import { type FormEvent, useState } from 'react';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { checkRecipient } from '#lib/tokenize/distribution.ts';
import { sendTransaction } from '#lib/wallet/run-transaction.ts';
import { sendTokens } from '#lib/wallet/transactions/send-tokens.ts';
import type { Transaction } from '#lib/wallet/transactions/transaction.ts';
import { AddressInput } from '../core/people/address-input.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { TextField } from '../ui/labelled-fields.tsx';
import { ReviewTransfer } from './review-transfer.tsx';
import type { TransferFormProps } from './transfer-form.ts';

/** Sends tokens to one address. */
export function SendForm({ token, wallet, sender, senderChoice, onSent, onClose }: TransferFormProps) {
  const { symbol, decimals } = token;
  const config = usePublicConfig();
  const [form, setForm] = useState({ to: '', amount: '' });
  const [errors, setErrors] = useState<{ to?: string; amount?: string }>({});
  const [review, setReview] = useState<Transaction | null>(null);

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
      setReview(sendTokens({ token, account, to, amount }));
      return;
    }
    setErrors({
      ...(typeof to !== 'string' && { to: to.error }),
      ...(amountError && { amount: amountError }),
    });
  }

  if (review) {
    return (
      <ReviewTransfer
        describe={review.describe}
        action="Send"
        send={async (onWallet) => {
          const id = await sendTransaction(review, wallet, config, ({ stage }) =>
            onWallet(stage === 'signing'),
          );
          return { id, isBatch: false, done: `${review.describe.title.replace('Send', 'Sent')}.` };
        }}
        onSent={onSent}
        onBack={() => setReview(null)}
      />
    );
  }
  return (
    <form onSubmit={check} className="flex flex-col gap-4" noValidate>
      {senderChoice}
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
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary">
          Review
        </Button>
      </div>
    </form>
  );
}
