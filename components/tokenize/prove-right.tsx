'use client';
import { ShieldCheck } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { Controller } from '#lib/tokenize/controller.ts';
import { type Draft, newDraft } from '#lib/tokenize/draft.ts';
import { keptDraft } from '#lib/tokenize/draft-store.ts';
import { explainTokenizationError } from '#lib/tokenize/explain-tokenization-error.ts';
import { isProved, readyProof } from '#lib/tokenize/ready-proof.ts';
import type { ReadyTransaction } from '#lib/tokenize/ready-transaction.ts';
import type { TokenizationContext } from '#lib/tokenize/tokenization-context.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { notify } from '../ui/message.ts';
import { Section } from '../ui/section.tsx';
import { Loading } from '../ui/skeleton.tsx';
import { ImportedDraft } from './imported-draft.tsx';
import type { LabOfToken } from './lab-of-token.ts';
import { Review } from './review.tsx';
import { SentStep } from './sent-step.tsx';
import { useArrivingDraft } from './use-arriving-draft.ts';
import { useTokenization } from './use-tokenization.ts';

interface ProveRightProps {
  lab: LabOfToken;
  control: Controller;
  /** Lowercase. */
  wallet: `0x${string}`;
  right: 'claimed' | 'proved earlier';
  /** Called when the right is proved. */
  onProved: () => void;
}

/** Proves the right of the lab to its attached token, for the wallet that holds the lab. */
export function ProveRight(props: ProveRightProps) {
  const { lab, wallet, right } = props;
  const [incoming] = useArrivingDraft();
  const [isOpen, setOpen] = useState(() => keptDraft({ oclId: lab.oclId, wallet }, 'prove') !== null);
  return (
    <Section title="Right to the token">
      <p className="max-w-prose">
        {right === 'claimed'
          ? 'The lab attached this token and never proved a right to it. Anybody who holds a lab can do the same.'
          : 'The lab proved a right to this token once, and has none now.'}{' '}
        The right is proved while the holder or the account of the lab is the owner or the default
        administrator of the token’s contract.
      </p>
      {isOpen || incoming?.plan.kind === 'prove' ? (
        <Proof {...props} onClose={() => setOpen(false)} />
      ) : (
        <Button variant="primary" className="mt-3" onClick={() => setOpen(true)}>
          <ShieldCheck aria-hidden className="size-4" /> Prove the right
        </Button>
      )}
    </Section>
  );
}

/** A proof that is ready to send or already sent. */
type ProofState = ReadyTransaction | { hash: `0x${string}` };

function Proof({ lab, wallet, onProved, onClose }: ProveRightProps & { onClose: () => void }) {
  const readState = useCallback(
    async (context: TokenizationContext, draft: Draft | null): Promise<ProofState> =>
      draft?.sent ? { hash: draft.sent } : readyProof(context, draft ?? { approvals: null }),
    [],
  );
  const actions = useTokenization({ lab, wallet, subject: 'prove', readState });
  const { state, loadError, change } = actions;
  const draft = actions.draft ?? newDraft({ kind: 'prove' });

  function close() {
    change(null);
    onClose();
  }

  function finish() {
    notify('success', 'The right to the token is proved.');
    onProved();
    close();
  }

  const back = <Button onClick={close}>Not now</Button>;
  return (
    <section aria-label="Prove the right" className="mt-3 flex flex-col gap-4">
      <ImportedDraft subject="prove" draft={actions.draft} onAccept={change} />
      {loadError ? (
        <FailureNotice
          failure={explainTokenizationError(loadError)}
          onRetry={actions.refresh}
          action={back}
        />
      ) : !state ? (
        <Loading label="Simulating on the chain" className="h-48 w-full" />
      ) : 'hash' in state ? (
        <SentStep
          hash={state.hash}
          hasHappened={() => isProved(actions.context)}
          onDone={finish}
          actions={actions}
        />
      ) : (
        <Review
          ready={state}
          draft={draft}
          actions={actions}
          label="Prove the right"
          isConfirmed
          back={back}
        />
      )}
    </section>
  );
}
