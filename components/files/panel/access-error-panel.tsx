'use client';
import { CloudOff, KeyRound } from 'lucide-react';
import { Person } from '#components/marks/person.tsx';
import { Address } from '#components/ui/address.tsx';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import {
  type ExplainedAccessError,
  explainAccessError,
  type TriedCondition,
} from '#lib/access/explain-access-error.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { mayNameToken, useHoldableToken } from '../access/use-holdable-token.ts';
import { useDataRoom } from '../data-room-context.tsx';
import { SignInPrompt } from '../sign-in-prompt.tsx';

interface AccessErrorPanelProps {
  error: unknown;
  /** `accessControlConditions` of the file; empty if it has none. */
  conditions: string;
  onRetry: () => void;
}

/** Explains why a file did not open and who can change that. An unreachable chain is shown as such, not as a denial. */
export function AccessErrorPanel({ error, conditions, onRetry }: AccessErrorPanelProps) {
  const { lab, network } = useDataRoom();
  const token = useHoldableToken(lab.oclId, mayNameToken(conditions));
  const explained = explainAccessError(error, conditions, { ...lab, token }, network);
  const retry = <Button onClick={onRetry}>Try again</Button>;
  switch (explained.kind) {
    case 'signed-out':
      return <SignInPrompt purpose="to open it" />;
    case 'chain-unreadable':
      return (
        <div role="alert" className="flex flex-col items-start gap-2 rounded bg-wash p-4 text-sm">
          <p className="flex items-center gap-2 font-medium">
            <CloudOff aria-hidden className="size-5 shrink-0 text-warn" />
            The chain could not be read.{' '}
          </p>
          <p>
            {network.title} decides who can open this file. Its node does not answer right now, so it is
            unknown whether you can open the file. The file is safe; no key was released.
          </p>
          {explained.requestId && <p className="text-ink2">Request {explained.requestId}</p>}
          {retry}
        </div>
      );
    case 'not-permitted':
      return <NotPermitted explained={explained} onRetry={onRetry} />;
    case 'other':
      return (
        <ErrorState title="The file could not be opened." requestId={explained.requestId} action={retry}>
          {explained.message}
        </ErrorState>
      );
  }
}

interface NotPermittedProps {
  explained: Extract<ExplainedAccessError, { kind: 'not-permitted' }>;
  onRetry: () => void;
}

function NotPermitted({ explained, onRetry }: NotPermittedProps) {
  const { lab, network, me } = useDataRoom();
  const granters = me.members.filter((member) => member.role !== 'VIEWER');
  return (
    <section
      aria-label="Why you cannot open this"
      className="flex flex-col gap-4 rounded border border-line p-4 text-sm"
    >
      <div role="alert" className="flex items-start gap-3">
        <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
        <div>
          <p className="text-base font-medium">Your wallet cannot open this file.</p>
          <p className="text-ink2">
            {network.title} was asked{' '}
            {explained.wallet && (
              <>
                {' '}
                about <Person value={explained.wallet} />{' '}
              </>
            )}{' '}
            {explained.blockNumber && (
              <>
                {' '}
                at block <span className="tabular">{explained.blockNumber}</span>{' '}
              </>
            )}{' '}
            . No key was released.
          </p>
        </div>
      </div>
      <ul className="flex flex-col gap-2">
        {explained.tried.map((tried, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          <TriedRow key={index} tried={tried} />
        ))}
      </ul>
      {explained.opensToMembers && (
        <div>
          <p className="font-medium">Who can give you access</p>
          <p className="text-ink2">
            An owner or contributor of {lab.name} can grant you the viewer role. It takes effect as soon as
            the transaction is in a block.
          </p>
          <ul className="mt-2 flex flex-col gap-1">
            {granters.map((member) => (
              <li key={member.walletAddress} className="flex items-center gap-2">
                <Person value={member.walletAddress} isAgent={member.isAgent} />
                <span className="text-ink2">{member.role === 'OWNER' ? 'owner' : 'contributor'}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onRetry}>Try again</Button>
        {explained.opensToMembers && (
          <a href={labPath(lab.shortname, 'members')} className={buttonClass('quiet')}>
            Members
          </a>
        )}
      </div>
    </section>
  );
}

function TriedRow({ tried }: { tried: TriedCondition }) {
  const { condition, met, call, contractAddress, expected, actual } = tried;
  const verdict = met === null ? 'not checked' : met ? 'true for you' : 'not true for you';
  return (
    <li className="rounded border border-line bg-wash p-3">
      {condition?.operator && <p className="text-ink2 uppercase">{condition.operator}</p>}
      <p>
        {condition?.sentence ?? 'A condition on the chain'}:{' '}
        <strong className={met ? 'font-medium text-good' : 'font-medium'}>{verdict}</strong>
      </p>
      <details className="mt-1">
        <summary className="text-ink2">The contract call</summary>
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          <dt className="text-ink2">Contract</dt>
          <dd>{contractAddress && <Address value={contractAddress} full />}</dd>
          <dt className="text-ink2">Call</dt>
          <dd className="font-mono break-all">{call}</dd>
          <dt className="text-ink2">Needed</dt>
          <dd className="font-mono">{expected}</dd>
          <dt className="text-ink2">Answer</dt>
          <dd className="font-mono">{actual ?? (met === null ? 'not checked' : 'the call reverted')}</dd>
        </dl>
      </details>
    </li>
  );
}
