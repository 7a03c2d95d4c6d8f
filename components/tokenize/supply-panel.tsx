'use client';
import { Lock, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { keptDraft, subjectOf } from '#lib/tokenize/draft-store.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Section } from '../ui/section.tsx';
import { CapToken } from './cap-token.tsx';
import { IssueTokens } from './issue-tokens.tsx';
import type { LabOfToken } from './lab-of-token.ts';
import type { SupplyProps } from './supply-props.ts';
import { useArrivingDraft } from './use-arriving-draft.ts';
import { useTokenOnChain } from './use-token-on-chain.ts';

type SupplyPanelProps = Omit<SupplyProps, 'token'>;

/** Issue and cap, for the wallet that holds the lab. */
export function SupplyPanel(props: SupplyPanelProps) {
  const { lab, wallet } = props;
  const { data: token, failure, readAgain } = useTokenOnChain(lab);
  const [open, setOpen] = useState(() => unfinished(lab, wallet));
  const [incoming] = useArrivingDraft();
  const arrived = incoming && subjectOf(incoming.plan.kind);
  useEffect(() => {
    if (arrived === 'issue' || arrived === 'cap') setOpen(arrived);
  }, [arrived]);

  function changed() {
    readAgain();
    props.onChanged();
  }

  if (failure) {
    return <FailureNotice failure={failure} onRetry={readAgain} />;
  }
  if (!token || token.capped) return null;
  const supply: SupplyProps = { ...props, token, onChanged: changed };
  return (
    <Section title="Change the supply">
      {open === null && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => setOpen('issue')}>
            <Plus aria-hidden className="size-4" /> Issue more
          </Button>
          <Button onClick={() => setOpen('cap')}>
            <Lock aria-hidden className="size-4" /> End issuance
          </Button>
        </div>
      )}
      {open === 'issue' && <IssueTokens {...supply} onClose={() => setOpen(null)} />}
      {open === 'cap' && <CapToken {...supply} onClose={() => setOpen(null)} />}
    </Section>
  );
}

/** The supply change started before a reload, if any. */
function unfinished({ oclId }: LabOfToken, wallet: string): 'issue' | 'cap' | null {
  const started = (['issue', 'cap'] as const).find((subject) => keptDraft({ oclId, wallet }, subject));
  return started ?? null;
}
