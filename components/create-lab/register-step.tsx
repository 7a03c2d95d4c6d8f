'use client';
import { useEffect, useState } from 'react';
import { callApi } from '#lib/api/browser.ts';
import { useIdentity } from '#lib/session/session-context.tsx';
import { explainFailure, type FailureText } from '#lib/wallet/explain-failure.ts';
import { LabroomError } from '#packages/client/api-failure.ts';
import { CreateLabDocument, LabIdentityDocument } from '#packages/client/documents.generated.ts';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { ConnectButton } from '../wallet/connect-button.tsx';
import { SignInButton } from '../wallet/sign-in-button.tsx';

interface RegisterStepProps {
  oclId: `0x${string}`;
  onRegistered: (shortname: string) => void;
}

/** Registers a minted lab once its owner is signed in. A lab that is already registered counts as done. */
export function RegisterStep({ oclId, onRegistered }: RegisterStepProps) {
  const identity = useIdentity();
  const [failure, setFailure] = useState<FailureText | null>(null);
  const [attempt, setAttempt] = useState(0);
  const signedIn = identity.kind === 'signed-in';

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per attempt and session
  useEffect(() => {
    let current = true;
    setFailure(null);
    registeredName(oclId, signedIn).then(
      (name) => {
        if (current && name !== null) onRegistered(name);
      },
      (error: unknown) => current && setFailure(explainFailure(error)),
    );
    return () => {
      current = false;
    };
  }, [oclId, signedIn, attempt]);

  return (
    <div className="flex flex-col items-start gap-3">
      <p className="flex flex-wrap items-center gap-x-2">
        The lab is minted: <Address value={oclId} />
      </p>
      {identity.kind === 'anonymous' && (
        <>
          <p>Connect the wallet that owns it to open its data room.</p>
          <ConnectButton />
        </>
      )}
      {(identity.kind === 'connected' || identity.kind === 'other-wallet') && (
        <>
          <p>Sign in with the wallet that owns the lab. You sign a message; it costs nothing.</p>
          <SignInButton size="md" />
        </>
      )}
      {failure && (
        <div className="w-full text-ink">
          <ErrorState
            title={failure.title}
            requestId={failure.requestId}
            action={
              <Button size="sm" onClick={() => setAttempt(attempt + 1)}>
                Try again
              </Button>
            }
          >
            {failure.advice}
          </ErrorState>
        </div>
      )}
    </div>
  );
}

/** The shortname of the registered lab; `null` if its registration needs a sign-in first. Errors: `LabroomError`. */
async function registeredName(oclId: string, signedIn: boolean): Promise<string | null> {
  const shortname = async () => {
    const { labWithDataRoomAndFiles: lab } = await callApi(LabIdentityDocument, { oclId });
    return lab?.shortname ?? null;
  };
  const known = await shortname();
  if (known !== null || !signedIn) return known;
  try {
    const { createLab } = await callApi(CreateLabDocument, { oclId });
    return createLab.lab?.shortname ?? (await shortname());
  } catch (error) {
    // The lab was registered meanwhile, possibly by this page before a reload.
    if (error instanceof LabroomError && error.reason === 'PROJECT_CONFLICT') return shortname();
    throw error;
  }
}
