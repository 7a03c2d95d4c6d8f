'use client';
import { isAgreementSymbol } from '@labroom/protocol/agreement-symbol';
import { type FormEvent, useEffect, useState } from 'react';
import { makeAgreement } from '#lib/tokenize/agreement.ts';
import type { Controller } from '#lib/tokenize/controller.ts';
import { newDraft } from '#lib/tokenize/draft.ts';
import type { TokenizationState } from '#lib/tokenize/resolve-step.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { TextField } from '../ui/labelled-fields.tsx';
import { shortHex } from '../ui/short-hex.ts';
import { AttachPreview, useAttachableToken } from './attach-preview.tsx';
import { ForeseenRight } from './foreseen-right.tsx';
import type { LabOfToken } from './lab-of-token.ts';
import { checkPlanForm, type PlanForm, type PlanFormErrors } from './plan-form.ts';
import { PlanKindChoice } from './plan-kind-choice.tsx';
import type { TransactionActions } from './use-tokenization.ts';

interface AgreementStepProps {
  lab: LabOfToken;
  control: Controller;
  actions: TransactionActions<TokenizationState>;
}

/** Chooses the lab's token and creates the membership agreement. */
export function AgreementStep({ lab, control, actions }: AgreementStepProps) {
  const [form, setForm] = useState<PlanForm>(() => initialForm(lab, actions.draft?.plan));
  const [errors, setErrors] = useState<PlanFormErrors>({});
  const attached = useAttachableToken(form.kind === 'attach' ? form.token : '');
  const isAttaching = form.kind === 'attach';
  const ownSymbol = attached && !('error' in attached) ? attached.symbol : '';

  // By default the agreement uses the token's own symbol.
  useEffect(() => {
    if (isAgreementSymbol(ownSymbol))
      setForm((before) => (before.symbol ? before : { ...before, symbol: ownSymbol }));
  }, [ownSymbol]);

  function type(part: Partial<PlanForm>) {
    setForm({ ...form, ...part });
    setErrors({});
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const checked = checkPlanForm(form);
    if (!checked.ok) return setErrors(checked.errors);
    if (isAttaching && (!attached || 'error' in attached)) {
      return setErrors({
        token: attached?.error ?? 'The chain did not respond. Try again in a moment.',
      });
    }
    const { plan } = checked;
    if (isAttaching && isAgreementSymbol(ownSymbol) && plan.symbol !== ownSymbol) {
      return setErrors({
        symbol: `The symbol of the token is ${ownSymbol}. With another one the agreement does not describe the token.`,
      });
    }
    void actions.act(async () => {
      const { symbol, title } = plan;
      const input = { oclId: lab.oclId, symbol, title };
      const { key, contentHash } = await makeAgreement(actions.context.api, input);
      return { ...newDraft(plan), agreement: { key, contentHash } };
    });
  }

  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-4 text-ink" noValidate>
      <PlanKindChoice kind={form.kind} onChange={(kind) => type({ kind })} />
      {isAttaching && (
        <div className="flex w-full flex-col gap-2">
          <TextField
            label="Address of the token"
            error={errors.token ?? (attached && 'error' in attached ? attached.error : undefined)}
            value={form.token}
            placeholder="0x…"
            autoComplete="off"
            spellCheck={false}
            className="font-mono text-xs"
            onValue={(token) => type({ token })}
          />
          {attached && !('error' in attached) && (
            <>
              <AttachPreview token={attached} />
              <ForeseenRight context={actions.context} token={attached.address} control={control} />
            </>
          )}
        </div>
      )}
      <div className="w-full">
        <TextField
          label={isAttaching ? 'Symbol in the agreement' : 'Symbol'}
          hint={
            isAttaching
              ? 'The symbol of the token, in letters and digits.'
              : '1 to 20 letters and digits. It can never be changed.'
          }
          error={errors.symbol}
          value={form.symbol}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          onValue={(symbol) => type({ symbol })}
        />
      </div>
      {!isAttaching && (
        <div className="w-full">
          <TextField
            label="Initial supply"
            hint={`The number of tokens at the start, all for ${shortHex(control.holder)}, which holds the lab. You can distribute them afterwards, and issue more until you set a cap. Shares count, not the number.`}
            error={errors.amount}
            value={form.amount}
            inputMode="decimal"
            autoComplete="off"
            className="tabular"
            onValue={(amount) => type({ amount })}
          />
        </div>
      )}
      <div className="w-full">
        <TextField
          label="Name of the lab in the agreement"
          hint="Optional."
          error={errors.title}
          value={form.title}
          onValue={(title) => type({ title })}
        />
      </div>
      <FailureNotice failure={actions.failure} />
      <Button type="submit" variant="primary" busy={actions.isActing}>
        {actions.isActing ? 'Creating the agreement' : 'Create the agreement'}
      </Button>
    </form>
  );
}

function initialForm(lab: LabOfToken, plan: { kind: string } | undefined): PlanForm {
  const title = /^Lab #\d+$/.test(lab.name) ? '' : lab.name;
  const empty: PlanForm = { kind: 'tokenize', symbol: '', title, amount: '1000000', token: '' };
  return plan?.kind === 'attach' ? { ...empty, kind: 'attach' } : empty;
}
