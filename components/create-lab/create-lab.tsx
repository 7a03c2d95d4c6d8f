'use client';
import { useEffect, useState } from 'react';
import { useIdentity } from '#lib/session/session-context.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { part } from '../ui/part.tsx';
import { type Step, Steps } from '../ui/steps.tsx';
import { labSteps } from './lab-steps.ts';
import { MintStep } from './mint-step.tsx';
import {
  type CreateLabProgress,
  forgetProgress,
  readProgress,
  rememberedProgress,
  rememberProgress,
  writeProgress,
} from './progress-store.ts';

// Includes the API client, which minting does not need.
const RegisterLab = part(async () => (await import('./register-lab.tsx')).RegisterLab, {
  loading: <Steps label="A new lab" steps={labSteps('Register the lab', [{ state: 'current' }])} />,
});
// Includes the chain code.
const MiningStep = part(async () => (await import('./mining-step.tsx')).MiningStep, { failure: 'in place' });

/** Creates a lab, from the mint to its data room. Progress is kept in the URL and, by wallet, in local storage. */
export function CreateLab() {
  const identity = useIdentity();
  const [progress, setProgress] = useState<CreateLabProgress | null>(null);
  const address = 'address' in identity ? identity.address : null;

  useEffect(() => setProgress(readProgress(new URLSearchParams(location.search))), []);

  function advance(next: CreateLabProgress) {
    history.replaceState(null, '', `/labs/new${writeProgress(next)}`);
    if (address) rememberProgress(address, next);
    setProgress(next);
  }

  return (
    <div aria-live="polite" className="flex flex-col gap-6">
      {progress?.step === 'mint' && address && <Unfinished wallet={address} onResume={advance} />}
      {progress?.step === 'register' ? (
        <RegisterLab oclId={progress.oclId} onRegistered={() => address && forgetProgress(address)} />
      ) : (
        <Steps label="A new lab" steps={mintSteps(progress, advance)} />
      )}
    </div>
  );
}

function mintSteps(
  progress: Exclude<CreateLabProgress, { step: 'register' }> | null,
  advance: (next: CreateLabProgress) => void,
): Step[] {
  switch (progress?.step) {
    case undefined:
      return labSteps('Mint the lab', []);
    case 'mint':
      return labSteps('Mint the lab', [
        { state: 'current', detail: <MintStep onSent={(hash) => advance({ step: 'mining', hash })} /> },
      ]);
    case 'mining':
      return labSteps('Wait for the block', [
        {
          state: 'active',
          detail: (
            <MiningStep
              hash={progress.hash}
              onMined={(oclId) => advance({ step: 'register', oclId })}
              onAbandon={() => advance({ step: 'mint' })}
            />
          ),
        },
      ]);
  }
}

/** Offers to continue a lab that this wallet started earlier in this browser. */
function Unfinished({
  wallet,
  onResume,
}: {
  wallet: string;
  onResume: (progress: CreateLabProgress) => void;
}) {
  const [earlier, setEarlier] = useState<CreateLabProgress | null>(null);
  useEffect(() => setEarlier(rememberedProgress(wallet)), [wallet]);
  if (!earlier) return null;
  return (
    <Notice
      kind="warning"
      action={
        <>
          <Button size="sm" onClick={() => onResume(earlier)}>
            Continue
          </Button>
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              forgetProgress(wallet);
              setEarlier(null);
            }}
          >
            Discard
          </Button>
        </>
      }
    >
      You started a lab with this wallet and did not finish it.
    </Notice>
  );
}
