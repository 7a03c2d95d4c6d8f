'use client';
import { LabroomError } from '@labroom/client/api-failure';
import { CreateLabDocument, LabIdentityDocument } from '@labroom/client/documents';
import { useEffect, useEffectEvent } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { useRefusal } from '#lib/api/use-refusal.ts';
import { withApi } from '#lib/session/api-provider.tsx';
import { useIdentity } from '#lib/session/session-context.tsx';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { RefusalNotice } from '../core/foresight/refusal-notice.tsx';
import { ConnectButton } from '../core/wallet/connect-button.tsx';
import { SignInButton } from '../core/wallet/sign-in-button.tsx';
import { Address } from '../ui/address.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Steps } from '../ui/steps.tsx';
import { Term } from '../ui/term.tsx';
import { didLinkStep } from './did-link-step.ts';
import { labSteps } from './lab-steps.ts';
import { NameLab } from './name-lab.tsx';
import type { LabDraft } from './progress-store.ts';
import { useDidLink } from './use-did-link.ts';

interface RegisterLabProps {
  oclId: `0x${string}`;
  /** What the lab is to be called. */
  draft: LabDraft;
  onRegistered: () => void;
}

/** Registers a minted lab, names it, and shows the linking of its DIDs. */
export const RegisterLab = withApi(Registration);

/** Registers the lab once its owner is signed in. A lab that is already registered needs no session. */
function Registration({ oclId, draft, onRegistered }: RegisterLabProps) {
  const identity = useIdentity();
  const lab = useApiQuery(LabIdentityDocument, { oclId }, { requestPolicy: 'network-only' });
  const createLab = useApiMutation(CreateLabDocument);
  const registration = useAction(async () => {
    await createLab({ oclId }).catch((error: unknown) => {
      // The lab was registered meanwhile, possibly by this page before a reload.
      if (!(error instanceof LabroomError && error.reason === 'PROJECT_CONFLICT')) throw error;
    });
    lab.reload();
  });
  const shortname = lab.data?.labWithDataRoomAndFiles?.shortname;
  const didLink = useDidLink(oclId, shortname !== undefined);
  const isUnregistered = lab.data !== undefined && !shortname;
  const needsSignature = identity.kind === 'connected' || identity.kind === 'other-wallet';
  // Asked before the wallet signs in. A signed-in wallet registers at once, and the answer says the same.
  const { refusal, askAgain } = useRefusal(
    isUnregistered && needsSignature
      ? { operation: 'createLab', variables: { input: { oclId } }, wallet: identity.address }
      : null,
  );
  const mayRegister = isUnregistered && identity.kind === 'signed-in';

  const register = useEffectEvent(registration.run);
  useEffect(() => {
    if (mayRegister) void register();
  }, [mayRegister]);
  const proceed = useEffectEvent(onRegistered);
  useEffect(() => {
    if (shortname) proceed();
  }, [shortname]);

  if (shortname) {
    const { state, text } = didLinkStep(didLink);
    const steps = labSteps('Open its data room', [
      {
        state: 'done',
        detail: <NameLab key={draft.name} oclId={oclId} shortname={shortname} draft={draft} />,
      },
      {
        state,
        detail: (
          <p>
            {' '}
            {text} <Term name="did">What is a DID?</Term>{' '}
          </p>
        ),
      },
    ]);
    return <Steps label="A new lab" steps={steps} />;
  }
  const loadFailure = lab.isLoading ? null : lab.failure;
  const failure = loadFailure ? explainFailure(loadFailure) : registration.failure;
  const detail = (
    <div className="flex flex-col items-start gap-3">
      <p className="flex flex-wrap items-center gap-x-2">
        Your lab is on the chain: <Address value={oclId} />
      </p>
      {identity.kind === 'anonymous' && (
        <>
          <p>Connect the wallet that owns the lab to open its data room.</p>
          <ConnectButton />
        </>
      )}
      {needsSignature && refusal && <RefusalNotice refusal={refusal} onAskAgain={askAgain} />}
      {needsSignature && !refusal && (
        <>
          <p>Sign in with the wallet that owns the lab. Signing costs nothing.</p>
          <SignInButton size="md" />
        </>
      )}
      <FailureNotice failure={failure} onRetry={() => (mayRegister ? registration.run() : lab.reload())} />
    </div>
  );
  return <Steps label="A new lab" steps={labSteps('Sign in as its owner', [{ state: 'current', detail }])} />;
}
