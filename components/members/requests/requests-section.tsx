'use client';
import {
  type AccessRequestFieldsFragment,
  AccessRequestsDocument,
  InvitationsDocument,
  LabRoomDocument,
} from '@labroom/client/documents';
import { mayCall } from '@labroom/protocol/lab-rights';
import { useState } from 'react';
import { accessCounts } from '#lib/access/access-counts.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { ApiProvider } from '#lib/session/api-provider.tsx';
import { useIdentity } from '#lib/session/session-context.tsx';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { useVisible } from '#lib/windows/use-visible.ts';
import { roleName } from '../../core/labs/role-name.ts';
import { ConnectButton } from '../../core/wallet/connect-button.tsx';
import { SignInPrompt } from '../../core/wallet/sign-in-prompt.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { part } from '../../ui/part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { InvitationList } from '../invitations/invitation-list.tsx';
import type { Rights } from '../roles/rights.ts';
import { Decided } from './decided.tsx';
import { RequestCard } from './request-card.tsx';

const DeclineDialog = part(async () => (await import('./decline-dialog.tsx')).DeclineDialog);
const GrantAllDialog = part(async () => (await import('../invitations/grant-all-dialog.tsx')).GrantAllDialog);
const InviteDialog = part(async () => (await import('../invitations/invite-dialog.tsx')).InviteDialog);
const QuestionsDialog = part(async () => (await import('./questions-dialog.tsx')).QuestionsDialog);

const pollMilliseconds = 5_000;
const perPage = 20;

interface RequestsSectionProps {
  lab: { oclId: string; name: string; shortname: string };
  rights: Rights;
  /** The connected wallet; `null` without one. */
  wallet: `0x${string}` | null;
  onGrant: (request: AccessRequestFieldsFragment) => void;
}

/** The requests that a member can decide on. */
export function RequestsSection(props: RequestsSectionProps) {
  const isSignedIn = useIdentity().kind === 'signed-in';
  return (
    <section id="requests" aria-labelledby="requests-title" className="border-t border-ink pt-4">
      <ApiProvider>
        {isSignedIn ? (
          <Requests {...props} />
        ) : (
          <>
            <Title />
            <SignInPrompt purpose="to read the requests for access" />
          </>
        )}
      </ApiProvider>
    </section>
  );
}

function Title({ count = 0 }: { count?: number }) {
  return (
    <h2 id="requests-title" className="text-lg">
      {count === 0 ? 'Requests for access' : `${count} ${count === 1 ? 'request' : 'requests'} for access`}
    </h2>
  );
}

function Requests({ lab, rights, wallet, onGrant }: RequestsSectionProps) {
  const isVisible = useVisible();
  const [showsDecided, setShowsDecided] = useState(false);
  const [dialog, setDialog] = useState<
    AccessRequestFieldsFragment | 'questions' | 'invite' | 'grant-all' | null
  >(null);
  const { data, failure, reload } = useApiQuery(
    AccessRequestsDocument,
    { oclId: lab.oclId, state: 'OPEN', perPage },
    { poll: { everyMilliseconds: pollMilliseconds, isFinal: () => !isVisible } },
  );
  const invitations = useApiQuery(InvitationsDocument, { oclId: lab.oclId });
  const room = useApiQuery(LabRoomDocument, { oclId: lab.oclId });
  const open = data?.accessRequests;
  const invited = (open?.nodes ?? []).filter(
    ({ invitation, role }) => invitation && rights.mayGrant.includes(role as never),
  );
  const counts = accessCounts(room.data);
  const hrefOfFile = (path: string) =>
    `${labPath(lab.shortname, 'files')}?${new URLSearchParams({ file: path })}`;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Title count={open?.totalCount ?? 0} />
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="quiet" onClick={() => setShowsDecided(!showsDecided)}>
            {showsDecided ? 'Hide decided requests' : 'Decided requests'}
          </Button>
          {mayCall('setAccessQuestions', rights.role) && (
            <Button size="sm" onClick={() => setDialog('questions')}>
              Questions and promise…
            </Button>
          )}
          {wallet && invited.length > 1 && (
            <Button size="sm" variant="primary" onClick={() => setDialog('grant-all')}>
              Grant the {invited.length} invited…
            </Button>
          )}
          {rights.mayGrant.length > 0 && (
            <Button size="sm" onClick={() => setDialog('invite')}>
              Invite people…
            </Button>
          )}
        </div>
      </div>
      {counts && open && open.totalCount > 0 && (
        <p className="mt-2 text-sm text-ink2">
          {counts.team === 0
            ? 'The team has no encrypted files yet, which a viewer would open.'
            : `A viewer opens the ${counts.team === 1 ? 'file' : `${counts.team} files`} of the team.`}{' '}
          A contributor also uploads and changes files.
          {counts.holders > 0 && ` ${counts.holders} more open for holders of the token only.`}
        </p>
      )}
      {failure && <FailureNotice failure={explainFailure(failure)} />}
      {!data && !failure && <Skeleton className="mt-4 h-24" />}
      {open?.totalCount === 0 && (
        <p className="mt-1 text-sm text-ink2">
          None is open. Someone whom a file does not open for can ask from there.
        </p>
      )}
      <ul className="mt-2">
        {open?.nodes.map((request) => (
          <RequestCard key={request.id} request={request} hrefOfFile={hrefOfFile}>
            {wallet === null ? (
              <ConnectButton />
            ) : (
              <>
                <Button size="sm" onClick={() => setDialog(request)}>
                  Decline…
                </Button>
                {rights.mayGrant.includes(request.role as never) && (
                  <Button size="sm" variant="primary" onClick={() => onGrant(request)}>
                    Grant {roleName(request.role).toLowerCase()}…
                  </Button>
                )}
              </>
            )}
          </RequestCard>
        ))}
      </ul>
      {open && open.totalCount > open.nodes.length && (
        <p className="mt-2 text-sm text-ink2">
          and {open.totalCount - open.nodes.length} older ones, which follow as these are decided
        </p>
      )}
      <InvitationList oclId={lab.oclId} query={invitations} />
      {showsDecided && <Decided oclId={lab.oclId} hrefOfFile={hrefOfFile} />}
      {dialog === 'questions' && <QuestionsDialog oclId={lab.oclId} onClose={() => setDialog(null)} />}
      {dialog === 'grant-all' && wallet && (
        <GrantAllDialog
          lab={lab}
          wallet={wallet}
          requests={invited}
          onDone={() => {
            setDialog(null);
            reload();
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'invite' && (
        <InviteDialog
          lab={lab}
          mayGrant={rights.mayGrant}
          onCreated={invitations.reload}
          onClose={() => setDialog(null)}
        />
      )}
      {typeof dialog === 'object' && dialog && wallet && (
        <DeclineDialog
          request={dialog}
          wallet={wallet}
          mayBlock={mayCall('blockAsker', rights.role)}
          onDone={() => {
            setDialog(null);
            reload();
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
