'use client';
import { AccessRequestDocument, type AccessRequestFieldsFragment } from '@labroom/client/documents';
import { mayCall } from '@labroom/protocol/lab-rights';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { labTitle } from '#lib/api/lab-reference.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { nameOf } from '#lib/data-room/moves.ts';
import { useRead } from '#lib/reading/use-read.ts';
import { withApi } from '#lib/session/api-provider.tsx';
import { explainListFailure } from '#lib/share/explain-list-failure.ts';
import { letRead, letReadStages } from '#lib/share/let-read.ts';
import { readSharing } from '#lib/share/shared-files.ts';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import { roleName } from '../../core/labs/role-name.ts';
import { Person } from '../../core/people/person.tsx';
import { ConnectButton } from '../../core/wallet/connect-button.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Time } from '../../ui/time.tsx';
import { readMembers } from '../roles/read-members.ts';
import { rightsOf } from '../roles/rights.ts';
import type { RenewKeysPart } from '../roles/role-change-progress.tsx';
import { RoleChanges } from '../roles/role-changes.tsx';
import { DeclineDialog } from './decline-dialog.tsx';

const DAY_MS = 86_400_000;
/** For a request without an end. */
const DAYS = 90;
const pollMilliseconds = 3_000;

interface NoticeDecisionProps {
  requestId: string;
  lab: { oclId: string; shortname: string; name: string | null; labNftTokenId: string };
  RenewKeys: RenewKeysPart;
}

/** In a notice about a request for access: what was asked, the buttons that decide, and what became of it. */
export const NoticeDecision = withApi(function NoticeDecision({
  requestId,
  lab,
  RenewKeys,
}: NoticeDecisionProps) {
  // Until the service has found the decision on the chain.
  const [isAwaited, setAwaited] = useState(false);
  const { data, reload } = useApiQuery(
    AccessRequestDocument,
    { id: requestId },
    {
      poll: {
        everyMilliseconds: pollMilliseconds,
        isFinal: ({ accessRequest }) => !isAwaited || accessRequest?.state !== 'OPEN',
      },
    },
  );
  const request = data?.accessRequest;
  if (!request) return null;
  return (
    <div className="mt-1 flex flex-col gap-2">
      {request.answers.map(({ question, answer }) => (
        <p key={question} dir="auto" className="max-w-prose break-words">
          <q>{answer}</q>
        </p>
      ))}
      {request.state === 'OPEN' ? (
        <OpenRequest
          request={request}
          lab={{ oclId: lab.oclId, name: labTitle(lab) }}
          RenewKeys={RenewKeys}
          onDecided={() => {
            setAwaited(true);
            reload();
          }}
        />
      ) : (
        <Outcome request={request} />
      )}
    </div>
  );
});

interface OpenRequestProps {
  request: AccessRequestFieldsFragment;
  lab: { oclId: string; name: string };
  RenewKeys: RenewKeysPart;
  onDecided: () => void;
}

function OpenRequest({ request, lab, RenewKeys, onDecided }: OpenRequestProps) {
  const config = usePublicConfig();
  const connected = useWallet();
  const wallet = connected.status === 'connected' ? connected.address : null;
  const { oclId } = lab;
  const members = useRead({ key: ['members', oclId], read: () => readMembers(oclId) });
  const [dialog, setDialog] = useState<'grant' | 'decline' | null>(null);
  const [stage, setStage] = useState<string>(letReadStages.opening);
  const { path, role, until, wallet: reader } = request;
  const sharing = useAction(async (from: `0x${string}`, file: string) => {
    const files = await readSharing(oclId, [file]);
    if (files.length === 0) throw new Error('The file is public, or it is gone.');
    const expiry = new Date(until ?? Date.now() + DAYS * DAY_MS);
    const reading = { lab, files, what: nameOf(file), reader: reader as `0x${string}`, expiry };
    await letRead(reading, from, config, (now) => setStage(letReadStages[now]));
    onDecided();
  }, explainListFailure);
  if (wallet === null) return <ConnectButton />;
  if (!members.data) return <FailureNotice failure={members.failure} />;
  const rights = rightsOf(members.data, wallet);
  const mayGrant = rights.mayGrant.includes(role as never);
  const asksToRead = !mayCall('initiateCreateOrUpdateFile', role);
  const mayShare = path !== null && asksToRead && mayCall('shareFiles', rights.role);
  const former = members.data.find(({ walletAddress }) => walletAddress === reader) ?? null;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {mayShare && config.network.contracts.accessList && (
          <Button
            size="sm"
            variant="primary"
            busy={sharing.isRunning}
            title={`Opens this file alone, ${until ? 'until the end that was asked for' : `for ${DAYS} days`}`}
            onClick={() => void sharing.run(wallet, path)}
          >
            {sharing.isRunning ? stage : 'Grant this file'}
          </Button>
        )}
        {mayGrant && (
          <Button size="sm" variant={mayShare ? 'secondary' : 'primary'} onClick={() => setDialog('grant')}>
            Grant {roleName(role).toLowerCase()}…
          </Button>
        )}
        <Button size="sm" onClick={() => setDialog('decline')}>
          Decline…
        </Button>
      </div>
      <FailureNotice failure={sharing.failure} />
      <RoleChanges
        lab={lab}
        RenewKeys={RenewKeys}
        members={members.data}
        rights={rights}
        wallet={wallet}
        choice={dialog === 'grant' ? { member: former, asked: request } : null}
        onMembers={onDecided}
        onClose={() => setDialog(null)}
      />
      {dialog === 'decline' && (
        <DeclineDialog
          request={request}
          wallet={wallet}
          mayBlock={mayCall('blockAsker', rights.role)}
          onDone={() => {
            setDialog(null);
            onDecided();
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

const words = {
  GRANTED: 'Granted',
  DECLINED: 'Declined',
  WITHDRAWN: 'Withdrawn',
  EXPIRED: 'Expired',
  OPEN: '',
};

function Outcome({ request: { state, decision, path } }: { request: AccessRequestFieldsFragment }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-ink2">
      <span className={state === 'GRANTED' ? 'font-medium text-good' : 'font-medium'}>{words[state]}</span>
      {decision && (
        <>
          {state === 'GRANTED' &&
            (decision.role === null ? path && 'this file alone' : roleName(decision.role))}
          <span className="flex items-center gap-1">
            by <Person value={decision.by} />
          </span>
          <Time value={decision.at} />
          {decision.reason && (
            <q dir="auto" className="break-words">
              {decision.reason}
            </q>
          )}
        </>
      )}
    </p>
  );
}
