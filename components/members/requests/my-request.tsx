'use client';
import {
  type AccessRequestFieldsFragment,
  MyAccessRequestsDocument,
  WithdrawAccessRequestDocument,
} from '@labroom/client/documents';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { withApi } from '#lib/session/api-provider.tsx';
import { useIdentity } from '#lib/session/session-context.tsx';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { useVisible } from '#lib/windows/use-visible.ts';
import type { MyRequestProps } from '../../core/data-room/my-request-props.ts';
import { roleName } from '../../core/labs/role-name.ts';
import { Person } from '../../core/people/person.tsx';
import { SignInPrompt } from '../../core/wallet/sign-in-prompt.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { part } from '../../ui/part.tsx';
import { Time } from '../../ui/time.tsx';

const RequestDialog = part(async () => (await import('./request-dialog.tsx')).RequestDialog);

const pollMilliseconds = 3_000;

/** The user's last request to a lab, and the way to a new one. */
export const MyRequest = withApi(OwnRequest);

function OwnRequest({ lab, file, renews, onGranted }: MyRequestProps) {
  const identity = useIdentity();
  const isVisible = useVisible();
  const [isAsking, setAsking] = useState(false);
  const isSignedIn = identity.kind === 'signed-in';
  const { data, failure, reload } = useApiQuery(
    MyAccessRequestsDocument,
    { oclId: lab.oclId, perPage: 1 },
    {
      pause: !isSignedIn,
      // A hidden tab asks again when it is in view.
      poll: {
        everyMilliseconds: pollMilliseconds,
        isFinal: ({ myAccessRequests }) => !isVisible || myAccessRequests.nodes[0]?.state !== 'OPEN',
      },
    },
  );
  const last = data?.myAccessRequests.nodes[0];
  useOnceGranted(last, onGranted);
  if (!isSignedIn) return <SignInPrompt purpose="to ask for access" />;
  // Without an answer it is not known whether a request is open.
  if (!data) return <FailureNotice failure={failure && explainFailure(failure)} onRetry={reload} />;
  const isOpen = last?.state === 'OPEN';
  return (
    <div className="flex flex-col items-start gap-3">
      {isOpen && <OpenRequest request={last} onWithdrawn={reload} />}
      {last?.state === 'DECLINED' && <Declined request={last} />}
      {!isOpen && (
        <Button variant="primary" onClick={() => setAsking(true)}>
          {renews ? 'Ask to renew' : last?.state === 'DECLINED' ? 'Ask again' : 'Request access'}
        </Button>
      )}
      {isAsking && (
        <RequestDialog
          lab={lab}
          file={file}
          renews={renews}
          former={last}
          onSent={() => {
            setAsking(false);
            reload();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** Calls `onGranted` when a request that was open is granted. */
function useOnceGranted(request: AccessRequestFieldsFragment | undefined, onGranted: () => void) {
  const open = useRef<string>(undefined);
  const call = useRef(onGranted);
  call.current = onGranted;
  const { id, state } = request ?? {};
  useEffect(() => {
    if (state === 'OPEN') open.current = id;
    if (state !== 'GRANTED' || open.current !== id) return;
    open.current = undefined;
    call.current();
  }, [id, state]);
}

interface OpenRequestProps {
  request: AccessRequestFieldsFragment;
  onWithdrawn: () => void;
}

function OpenRequest({ request, onWithdrawn }: OpenRequestProps) {
  const withdraw = useApiMutation(WithdrawAccessRequestDocument);
  const withdrawing = useAction(async () => {
    await withdraw({ id: request.id });
    onWithdrawn();
  });
  return (
    <div className="w-full">
      <Notice
        action={
          <Button size="sm" busy={withdrawing.isRunning} onClick={() => void withdrawing.run()}>
            Withdraw
          </Button>
        }
      >
        <p className="font-medium">
          You asked to become a {roleName(request.role).toLowerCase()} on <Time value={request.createdAt} />.
        </p>
        <p>This page opens by itself when someone grants it.</p>
      </Notice>
      <FailureNotice failure={withdrawing.failure} />
    </div>
  );
}

function Declined({ request: { decision } }: { request: AccessRequestFieldsFragment }) {
  if (!decision) return null;
  return (
    <div className="w-full">
      <Notice kind="warning">
        <p>
          <Person value={decision.by} /> declined your request on <Time value={decision.at} />:
        </p>
        <p dir="auto" className="mt-1 w-fit break-words whitespace-pre-line">
          {decision.reason}
        </p>
      </Notice>
    </div>
  );
}
