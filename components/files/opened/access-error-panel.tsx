'use client';
import type { LabMemberRole } from '@labroom/client/documents';
import { CloudOff, KeyRound } from 'lucide-react';
import { Name } from '#components/ui/name.tsx';
import {
  type ExplainedAccessError,
  explainAccessError,
  type TriedCondition,
} from '#lib/access/explain-access-error.ts';
import { type HoldableToken, mayNameToken } from '#lib/access/holdable-token.ts';
import { refusalScale } from '#lib/access/refusal-scale.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { useHoldableToken } from '../../core/access/use-holdable-token.ts';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import type { AskedFile } from '../../core/data-room/my-request-props.ts';
import { Person } from '../../core/people/person.tsx';
import { SignInPrompt } from '../../core/wallet/sign-in-prompt.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Ruler } from '../../ui/figures/ruler.tsx';
import { Fingerprint } from '../../ui/fingerprint.tsx';

interface AccessErrorPanelProps {
  error: unknown;
  /** The file to ask for, if one is shown. */
  file?: AskedFile;
  /** `accessControlConditions` of the file; empty if it has none. */
  conditions: string;
  onRetry: () => void;
}

/** Explains why a file did not open and who can change that. An unreachable chain is shown as such, not as a denial. */
export function AccessErrorPanel({ error, file, conditions, onRetry }: AccessErrorPanelProps) {
  const { lab, network, firstFile } = useDataRoom();
  const token = useHoldableToken(lab.oclId, mayNameToken(conditions), firstFile?.token);
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
      return <NotPermitted explained={explained} file={file} token={token} onRetry={onRetry} />;
    case 'other':
      return (
        <ErrorState title="The file could not be opened." requestId={explained.requestId} action={retry}>
          {explained.message}
        </ErrorState>
      );
  }
}

interface NotPermittedProps {
  file: AskedFile | undefined;
  explained: Extract<ExplainedAccessError, { kind: 'not-permitted' }>;
  token: HoldableToken | null | undefined;
  onRetry: () => void;
}

function NotPermitted({ explained, file, token, onRetry }: NotPermittedProps) {
  const { lab, network, me, MyRequest } = useDataRoom();
  const role = me.members.find(({ walletAddress }) => walletAddress === explained.wallet)?.role ?? null;
  const granters = me.members.filter((member) => member.role !== 'VIEWER');
  return (
    <section aria-label="Why you cannot open this" className="flex flex-col gap-4 text-sm">
      <div role="alert" className="flex items-start gap-3">
        <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
        <div>
          <p className="font-serif text-xl">Your wallet cannot open this file.</p>
          <p className="text-ink2">
            {network.title} was asked
            {explained.wallet && (
              <>
                {' '}
                about <Person value={explained.wallet} />
              </>
            )}
            {explained.blockNumber && (
              <>
                {' '}
                at block <span className="tabular">{explained.blockNumber}</span>
              </>
            )}
            . No key was released.
          </p>
        </div>
      </div>
      <ul className="border-t border-ink">
        {explained.tried.map((tried, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          <TriedRow key={index} tried={tried} token={token} role={role} />
        ))}
      </ul>
      {explained.opensToMembers && (
        <div>
          <p className="font-medium">Who can give you access</p>
          <p className="text-ink2">
            An owner or contributor of <Name>{lab.name}</Name> can grant you the viewer role. It takes effect
            as soon as the transaction is in a block.
          </p>
          <ul className="mt-2 flex flex-col gap-1">
            {granters.map((member) => (
              <li key={member.walletAddress} className="flex items-center gap-2">
                <Person value={member.walletAddress} isAgent={member.isAgent} />
                <span className="text-ink2">{member.role === 'OWNER' ? 'owner' : 'contributor'}</span>
              </li>
            ))}
          </ul>
          <div className="mt-4">
            <MyRequest lab={lab} file={file} onGranted={onRetry} />
          </div>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onRetry}>Try again</Button>
        {explained.opensToMembers && (
          <a href={labPath(lab.shortname, 'members')} className={buttonClass('quiet')}>
            Members
          </a>
        )}
        <a href="/how-it-works#access" className={buttonClass('quiet')}>
          Who decides
        </a>
      </div>
    </section>
  );
}

interface TriedRowProps {
  tried: TriedCondition;
  token: HoldableToken | null | undefined;
  /** The reader's role in the lab. */
  role: LabMemberRole | null;
}

/** A condition, drawn as a scale where it has an order, with the exact call behind it. */
function TriedRow({ tried, token, role }: TriedRowProps) {
  const { condition, met, call, contractAddress, expected, actual } = tried;
  const scale = refusalScale(tried, { token, role, now: new Date() });
  const verdict =
    scale?.verdict ?? (met === null ? 'not checked' : met ? 'true for you' : 'not true for you');
  const tone = met || scale?.opensByItself ? 'text-good' : met === null ? 'text-ink2' : 'text-bad';
  return (
    <li className="border-b border-line py-4">
      {condition?.operator && <p className="text-ink2">{condition.operator}</p>}
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <p className="font-serif text-lg">{condition?.sentence ?? 'A condition on the chain'}</p>
        <strong className={`font-semibold ${tone}`}>{verdict}</strong>
      </div>
      {scale && (
        <div className="mt-3 px-1.5">
          <Ruler {...scale} />
        </div>
      )}
      <details className="mt-1">
        <summary className="text-ink2">The contract call</summary>
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          <dt className="text-ink2">Contract</dt>
          <dd>{contractAddress && <Fingerprint value={contractAddress} />}</dd>
          <dt className="text-ink2">Call</dt>
          <dd className="font-mono text-xs leading-5 break-all">{call}</dd>
          <dt className="text-ink2">Needed</dt>
          <dd className="font-mono text-xs leading-5">{expected}</dd>
          <dt className="text-ink2">Answer</dt>
          <dd className="font-mono text-xs leading-5">
            {actual ?? (met === null ? 'not checked' : 'the call reverted')}
          </dd>
        </dl>
      </details>
    </li>
  );
}
