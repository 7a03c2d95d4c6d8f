'use client';
import { parseAmount } from '@labroom/protocol/token-amount';
import { type FormEvent, useState } from 'react';
import { newDraft } from '#lib/tokenize/draft.ts';
import { checkAddress } from '#lib/wallet/check-address.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/labelled-fields.tsx';
import { notify } from '../ui/message.ts';
import { ImportedDraft } from './imported-draft.tsx';
import type { SupplyProps } from './supply-props.ts';
import { SupplyReview, useSupplyActions } from './supply-review.tsx';

/** Issues more tokens to a recipient. */
export function IssueTokens(props: SupplyProps & { onClose: () => void }) {
  const { token, control, onChanged, onClose } = props;
  const actions = useSupplyActions(props, 'issue');
  const [form, setForm] = useState({ amount: '', receiver: control.holder as string });
  const [errors, setErrors] = useState<{ amount?: string; receiver?: string }>({});
  const { draft } = actions;

  function change(part: Partial<typeof form>) {
    setForm({ ...form, ...part });
    setErrors({});
  }

  function decide(event: FormEvent) {
    event.preventDefault();
    const amount = parseAmount(form.amount);
    const receiver = checkAddress(form.receiver);
    if (typeof amount === 'bigint' && amount > 0n && typeof receiver === 'string') {
      actions.change(
        newDraft({ kind: 'issue', amount: String(amount), receiver, before: String(token.totalIssued) }),
      );
      return;
    }
    setErrors({
      ...(typeof amount === 'bigint'
        ? amount === 0n && { amount: 'Enter an amount above 0.' }
        : { amount: amount.error }),
      ...(typeof receiver !== 'string' && { receiver: receiver.error }),
    });
  }

  function finish() {
    actions.change(null);
    notify('success', 'The tokens were issued.');
    onChanged();
    onClose();
  }

  return (
    <section aria-label="Issue more" className="flex flex-col gap-4 rounded border border-line bg-sheet p-4">
      <h3 className="text-base">Issue more</h3>
      <ImportedDraft subject="issue" draft={draft} onAccept={actions.change} />
      {draft === null && (
        <form onSubmit={decide} className="flex flex-col items-start gap-4" noValidate>
          <div className="w-full">
            <TextField
              label="Amount"
              error={errors.amount}
              value={form.amount}
              inputMode="decimal"
              autoComplete="off"
              className="tabular"
              onValue={(amount) => change({ amount })}
            />
          </div>
          <div className="w-full">
            <TextField
              label="For"
              hint="Default: the holder of the lab."
              error={errors.receiver}
              value={form.receiver}
              autoComplete="off"
              spellCheck={false}
              className="font-mono text-xs"
              onValue={(receiver) => change({ receiver })}
            />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary">
              Review
            </Button>
          </div>
        </form>
      )}
      <SupplyReview
        actions={actions}
        label="Issue tokens"
        onDone={finish}
        back={<Button onClick={() => actions.change(null)}>Change amount or receiver</Button>}
      />
    </section>
  );
}
