'use client';
import { useCallback } from 'react';
import type { Controller } from '#lib/tokenize/controller.ts';
import type { Draft } from '#lib/tokenize/draft.ts';
import { explainTokenizationError } from '#lib/tokenize/explain-tokenization-error.ts';
import { resolveStep, StepError, type TokenizationState } from '#lib/tokenize/resolve-step.ts';
import { TermsMismatchError } from '#lib/tokenize/terms.ts';
import { readToken, type TokenOnChain } from '#lib/tokenize/token-on-chain.ts';
import { type TokenizationContext, tokenizationContracts } from '#lib/tokenize/tokenization-context.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Steps } from '../ui/steps.tsx';
import { AgreementMade } from './agreement-made.tsx';
import { AgreementStep } from './agreement-step.tsx';
import { ImportedDraft } from './imported-draft.tsx';
import type { LabOfToken } from './lab-of-token.ts';
import { SentStep } from './sent-step.tsx';
import { SignatureStep } from './signature-step.tsx';
import { TermsMismatch, TermsText } from './terms-text.tsx';
import { TransactionStep } from './transaction-step.tsx';
import { type TransactionActions, useTokenization } from './use-tokenization.ts';
import { type StepDetails, stepsOf } from './wizard-steps.ts';

interface TokenizeWizardProps {
  lab: LabOfToken;
  control: Controller;
  /** Lowercase. */
  wallet: `0x${string}`;
  /** Called when the lab's token is on the chain. */
  onToken: (token: TokenOnChain) => void;
}

/** Steps from an agreement to the lab's token. It continues at the step where the user stopped. */
export function TokenizeWizard({ lab, control, wallet, onToken }: TokenizeWizardProps) {
  const readState = useCallback(
    async (context: TokenizationContext, draft: Draft | null) => {
      const state = await resolveStep(context, draft);
      if (state.step === 'token') onToken(state.token);
      return state;
    },
    [onToken],
  );
  const actions = useTokenization({ lab, wallet, subject: 'token', readState });
  const { state, loadError, draft, isRefreshing } = actions;
  const details = detailsOf(actions, lab, control);
  return (
    <div className="flex flex-col gap-6">
      <ImportedDraft subject="token" draft={draft} onAccept={actions.change} />
      <Steps
        label="Tokenization steps"
        steps={stepsOf(state, loadError).map(({ step, title, state }) => ({
          title,
          // The step is being checked again.
          state: isRefreshing && state === 'failed' ? 'active' : state,
          detail: state === 'failed' && !isRefreshing ? <LoadError actions={actions} /> : details[step],
        }))}
      />
    </div>
  );
}

function detailsOf(
  actions: TransactionActions<TokenizationState>,
  lab: LabOfToken,
  control: Controller,
): StepDetails {
  const { state, draft, context } = actions;
  if (!state) return {};
  const { permissioner, tokenizer } = tokenizationContracts(context.network);
  const startOver = () => actions.change(null);
  const made = (text?: string, isOpen = false) =>
    draft && (
      <AgreementMade draft={draft} text={text} isOpen={isOpen} onChange={text ? startOver : undefined} />
    );
  switch (state.step) {
    case 'agreement':
      return { agreement: <AgreementStep lab={lab} control={control} actions={actions} /> };
    case 'signature':
      return {
        agreement: made(state.agreement.text, true),
        terms: <TermsText terms={state.terms} permissioner={permissioner} />,
        signature: <SignatureStep state={state} actions={actions} />,
      };
    case 'transaction':
      return {
        agreement: made(state.agreement.text),
        terms: <p>Identical to the contract’s text.</p>,
        signature: <p>Signature accepted by the contract.</p>,
        trial: <p>The simulation on the latest block succeeded. Nothing has been sent.</p>,
        transaction: <TransactionStep state={state} actions={actions} />,
      };
    case 'sent':
      return {
        agreement: made(),
        transaction: (
          <SentStep
            hash={state.hash}
            hasHappened={async () => (await readToken(context.client, tokenizer, context.lab.labId)) !== null}
            onDone={actions.refresh}
            actions={actions}
          />
        ),
      };
    case 'token':
      return {};
  }
}

/** Why a step cannot continue, with a retry and other actions. */
function LoadError({ actions }: { actions: TransactionActions<TokenizationState> }) {
  const { loadError, draft } = actions;
  const cause = loadError instanceof StepError ? loadError.cause : loadError;
  return (
    <div className="flex flex-col gap-3">
      {cause instanceof TermsMismatchError && <TermsMismatch difference={cause} />}
      <FailureNotice
        failure={explainTokenizationError(loadError)}
        onRetry={actions.refresh}
        action={
          draft && (
            <Button size="sm" variant="quiet" onClick={() => actions.change(null)}>
              Start over
            </Button>
          )
        }
      />
    </div>
  );
}
