'use client';
import { formatAmount } from '@labroom/protocol/token-amount';
import { visibleName } from '#lib/names/visible-name.ts';
import { type Draft, mergeDrafts } from '#lib/tokenize/draft.ts';
import { type DraftSubject, subjectOf } from '#lib/tokenize/draft-store.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useArrivingDraft } from './use-arriving-draft.ts';

interface ImportedDraftProps {
  subject: DraftSubject;
  /** The draft stored in this browser. */
  draft: Draft | null;
  onAccept: (draft: Draft) => void;
}

/** A draft from another owner's link. It is used only after the user accepts it. */
export function ImportedDraft({ subject, draft, onAccept }: ImportedDraftProps) {
  const [incoming, forget] = useArrivingDraft();
  if (!incoming || subjectOf(incoming.plan.kind) !== subject) return null;

  function finish(accepted: Draft | null) {
    forget();
    if (accepted) onAccept(mergeDrafts(draft, accepted));
  }

  return (
    <Notice
      kind="warning"
      action={
        <>
          <Button size="sm" onClick={() => finish(incoming)}>
            Use this plan
          </Button>
          <Button size="sm" variant="quiet" onClick={() => finish(null)}>
            Discard
          </Button>
        </>
      }
    >
      <p>The link you opened contains a plan: {wish(incoming)}</p>
      <p>Use plans only from people you know. Every step is checked onchain before you sign.</p>
    </Notice>
  );
}

function wish({ plan }: Draft): string {
  switch (plan.kind) {
    case 'tokenize':
      return `create the token ${visibleName(plan.symbol)} with an initial supply of ${formatAmount(BigInt(plan.amount))}.`;
    case 'attach':
      return `attach the token ${plan.token} as ${visibleName(plan.symbol)}.`;
    case 'issue':
      return `issue ${formatAmount(BigInt(plan.amount))} to ${plan.receiver}.`;
    case 'cap':
      return 'end issuance permanently.';
    case 'prove':
      return 'prove the right of the lab to its token.';
  }
}
