'use client';
import { formatAmount } from '@labroom/protocol/token-amount';
import { type ReactNode, useState } from 'react';
import { useNetwork } from '#lib/config/public-config.tsx';
import { approveTransaction } from '#lib/tokenize/approve-transaction.ts';
import type { Draft } from '#lib/tokenize/draft.ts';
import type { ReadyTransaction } from '#lib/tokenize/ready-transaction.ts';
import { sendTransaction } from '#lib/wallet/run-transaction.ts';
import type { Transaction } from '#lib/wallet/transactions/transaction.ts';
import { walletRuntime } from '#lib/wallet/wallet-store.ts';
import { TransactionSummary } from '../core/wallet/transaction-summary.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { formatFee } from './format-fee.ts';
import { SafeOwners, ShareDraft } from './safe-owners.tsx';
import type { TransactionActions } from './use-tokenization.ts';

interface ReviewProps {
  ready: ReadyTransaction;
  /** Stored together with an approval or the sent transaction. */
  draft: Draft;
  actions: TransactionActions<unknown>;
  /** Label of the submit button. */
  label: string;
  danger?: boolean;
  /** Whether the user has confirmed that the action cannot be undone. */
  isConfirmed: boolean;
  /** Asks for that confirmation. */
  children?: ReactNode;
  /** Back button, beside the submit button. */
  back?: ReactNode;
}

/** Shows what is signed, what it costs and who must approve, then opens the wallet. */
export function Review({
  ready,
  draft,
  actions,
  label,
  danger = false,
  isConfirmed,
  children,
  back,
}: ReviewProps) {
  const { transaction, outgoing, cost, approvals } = ready;
  const { context, isActing, isRefreshing } = actions;
  const [stage, setStage] = useState<'checking' | 'signing'>('checking');
  const facts = useCostFacts(cost);
  const hasAgreed = approvals !== null && context.wallet.toLowerCase() in approvals.signatures;

  const send = (through: Transaction) =>
    actions.act(async () => {
      const sent = await sendTransaction(
        through,
        context.wallet,
        context.config,
        ({ stage: now }) => now !== 'sent' && setStage(now),
      );
      return { ...draft, sent };
    });
  const approve = () =>
    actions.act(async () =>
      approvals ? approveTransaction(await walletRuntime(), context.wallet, approvals, draft) : draft,
    );

  const { describe } = outgoing ?? transaction;
  const busy = isActing || isRefreshing;
  const atWallet = stage === 'checking' ? 'Simulating again' : 'Check your wallet';
  return (
    <div className="flex flex-col items-start gap-4 text-ink">
      <div className="w-full">
        <TransactionSummary {...describe} facts={[...describe.facts, ...facts]} />
      </div>
      {approvals && approvals.safe.threshold > 1 && (
        <>
          <p className="text-sm">
            {approvals.safe.threshold} of {approvals.safe.owners.length} owners of the Safe must sign. Sending
            the transaction also counts as signing it. It is the Safe’s transaction number{' '}
            {String(approvals.safe.nonce)}: another transaction with this number replaces it.
          </p>
          <SafeOwners safe={approvals.safe} given={approvals.signatures} done="has signed" />
        </>
      )}
      {children}
      <FailureNotice failure={actions.failure} />
      <div className="flex flex-wrap gap-2">
        {outgoing && (
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={!isConfirmed}
            onClick={() => send(outgoing)}
          >
            {isActing ? atWallet : label}
          </Button>
        )}
        {!outgoing && !hasAgreed && (
          <Button variant="primary" busy={busy} disabled={!isConfirmed} onClick={approve}>
            {isActing ? 'Check your wallet' : 'Sign as an owner'}
          </Button>
        )}
        {back}
      </div>
      {hasAgreed && <ShareDraft draft={draft} />}
    </div>
  );
}

function useCostFacts(cost: ReadyTransaction['cost']): { label: string; value: string }[] {
  const { name } = useNetwork();
  if (!cost) return [{ label: 'Network fee', value: 'known when enough owners have signed' }];
  const more = name === 'local' ? '' : '; plus the chain’s data fee';
  return [{ label: 'Gas', value: `about ${formatFee(cost)} ETH (${formatAmount(cost.gas, 0)} gas)${more}` }];
}
