'use client';
import { LabAccountStateDocument } from '@labroom/client/documents';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { useIdentity } from '#lib/session/session-context.tsx';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { sendTransaction, waitUntilMined } from '#lib/wallet/run-transaction.ts';
import { lockAccount } from '#lib/wallet/transactions/lock-account.ts';
import type { Transaction } from '#lib/wallet/transactions/transaction.ts';
import { NetworkBanner } from '../core/wallet/network-banner.tsx';
import { TransactionSummary } from '../core/wallet/transaction-summary.tsx';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { SelectField } from '../ui/labelled-fields.tsx';
import { notify } from '../ui/message.ts';
import { Section } from '../ui/section.tsx';
import { Term } from '../ui/term.tsx';
import { Time } from '../ui/time.tsx';

const DAY_MS = 86_400_000;

/** The contract allows at most 30 days; a day less leaves time to sign. */
const durations = [
  { days: 7, name: '7 days from now' },
  { days: 14, name: '14 days from now' },
  { days: 29, name: '29 days from now' },
];

interface AccountLockProps {
  lab: { oclId: string; name: string };
}

/** Whether the lab's account is locked, and the transaction that locks it, for an owner who sells the lab. */
export function AccountLock({ lab }: AccountLockProps) {
  const { oclId } = lab;
  const { data, failure, reload } = useApiQuery(LabAccountStateDocument, { oclId });
  const [isOpen, setOpen] = useState(false);
  const state = data?.labWithDataRoomAndFiles?.labAccountState;
  if (failure) return <FailureNotice failure={explainFailure(failure)} />;
  // Accounts of other collections have no lock.
  if (!state) return null;
  const { lockedUntil } = state;
  return (
    <Section title="Sale of the lab">
      <p className="max-w-prose text-sm text-ink2">
        A lab is sold with everything its account holds. <Term name="accountLock">Lock</Term> the account
        before you offer the lab, so that buyers can rely on what they see in it.
      </p>
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <Button onClick={() => setOpen(true)}>
          <Lock aria-hidden className="size-4" /> {lockedUntil ? 'Lock for longer…' : 'Lock the account…'}
        </Button>
        {lockedUntil ? (
          <span>
            Locked until <Time value={lockedUntil} />
          </span>
        ) : (
          <span className="text-ink2">Not locked</span>
        )}
      </div>
      {isOpen && (
        <LockDialog
          lab={lab}
          lockedUntil={lockedUntil ? new Date(lockedUntil) : null}
          onLocked={reload}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}

interface LockDialogProps extends AccountLockProps {
  lockedUntil: Date | null;
  onLocked: () => void;
  onClose: () => void;
}

function LockDialog({ lab, lockedUntil, onLocked, onClose }: LockDialogProps) {
  const config = usePublicConfig();
  const identity = useIdentity();
  const wallet = identity.kind === 'signed-in' && identity.walletConnected ? identity.address : null;
  const [opened] = useState(() => Date.now());
  const choices = durations
    .map(({ days, name }) => ({ until: new Date(opened + days * DAY_MS), name }))
    .filter(({ until }) => until.getTime() > (lockedUntil?.getTime() ?? 0) + DAY_MS);
  const [chosen, setChosen] = useState(0);
  const [stage, setStage] = useState('');
  const until = choices[chosen]?.until;
  const locking = useAction(async (transaction: Transaction, from: `0x${string}`) => {
    const hash = await sendTransaction(transaction, from, config, ({ stage: now }) =>
      setStage(now === 'signing' ? 'Check your wallet' : now === 'sent' ? 'In a block soon' : 'Simulating'),
    );
    await waitUntilMined(hash, config);
    notify('success', 'The lab’s account is locked.');
    onLocked();
    onClose();
  });
  const transaction = until && lockAccount({ lab, until });
  return (
    <ActionDialog
      failure={locking.failure}
      onClose={onClose}
      title="Lock the lab’s account"
      description="One transaction of the wallet that holds the LabNFT."
      action={locking.isRunning ? stage : 'Lock the account'}
      variant="danger"
      busy={locking.isRunning}
      disabled={!transaction || !wallet}
      onAction={() => transaction && wallet && locking.run(transaction, wallet)}
    >
      <NetworkBanner />
      {transaction ? (
        <>
          <SelectField
            label="Locked until"
            options={choices.map(({ name }, value) => ({ value, name }))}
            value={chosen}
            disabled={locking.isRunning}
            onValue={setChosen}
          />
          <TransactionSummary {...transaction.describe} />
        </>
      ) : (
        <p>The account is locked for as long as the contract allows.</p>
      )}
    </ActionDialog>
  );
}
