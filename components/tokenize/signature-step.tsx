'use client';
import type { TokenizationState } from '#lib/tokenize/resolve-step.ts';
import { signTerms } from '#lib/tokenize/sign-terms.ts';
import { walletRuntime } from '#lib/wallet/wallet-store.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { shortHex } from '../ui/short-hex.ts';
import { ForeseenRight } from './foreseen-right.tsx';
import { SafeOwners, ShareDraft } from './safe-owners.tsx';
import type { TransactionActions } from './use-tokenization.ts';

interface SignatureStepProps {
  state: Extract<TokenizationState, { step: 'signature' }>;
  actions: TransactionActions<TokenizationState>;
}

/** Collects the signature of the terms: from the wallet that holds the lab, or from enough owners of its Safe. */
export function SignatureStep({ state, actions }: SignatureStepProps) {
  const { control, given } = state;
  const { draft, context } = actions;
  if (!draft) return null;
  const hasSigned = context.wallet.toLowerCase() in given;

  const sign = () => actions.act(async () => signTerms(context, await walletRuntime(), state, draft));

  return (
    <div className="flex flex-col items-start gap-3">
      <p>
        You sign a message. Signing costs nothing. The signature is valid only for this lab, agreement and
        chain, and becomes public with the token. A simulation of everything except the signature has just
        succeeded.
      </p>
      {control.kind === 'safe' && (
        <>
          <p>
            The Safe {shortHex(control.safe.address)} holds the lab. {control.safe.threshold} of its{' '}
            {control.safe.owners.length} owners must sign the Safe’s message (ERC-1271).
          </p>
          <SafeOwners safe={control.safe} given={given} done="has signed" />
        </>
      )}
      {draft.plan.kind === 'attach' && (
        <ForeseenRight context={context} token={draft.plan.token} control={control} />
      )}
      <FailureNotice failure={actions.failure} />
      {!hasSigned && (
        <Button variant="primary" busy={actions.isActing || actions.isRefreshing} onClick={sign}>
          {actions.isActing ? 'Check your wallet' : 'Sign the terms'}
        </Button>
      )}
      {hasSigned && <ShareDraft draft={draft} />}
    </div>
  );
}
