'use client';
import { type ReactNode, useEffect, useState } from 'react';
import { useIdentity } from '#lib/session/session-context.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { part } from '../ui/part.tsx';
import { type Step, Steps } from '../ui/steps.tsx';
import { labSteps } from './lab-steps.ts';
import { MintStep } from './mint-step.tsx';
import { NameFields } from './name-fields.tsx';
import {
  type CreateLabProgress,
  forgetDraft,
  forgetProgress,
  type LabDraft,
  readProgress,
  rememberDraft,
  rememberedDraft,
  rememberedProgress,
  rememberProgress,
  writeProgress,
} from './progress-store.ts';

// Includes the API client, which minting does not need.
const RegisterLab = part(async () => (await import('./register-lab.tsx')).RegisterLab, {
  loading: <Steps label="A new lab" steps={labSteps('Sign in as its owner', [{ state: 'current' }])} />,
});
// Includes the chain code.
const LabPreview = part(async () => (await import('./lab-preview.tsx')).LabPreview, {
  loading: <div className="h-72 border border-line bg-wash" />,
});
const MiningStep = part(async () => (await import('./mining-step.tsx')).MiningStep, { failure: 'in place' });

/** Creates a lab, from its name to its data room. Progress is kept in the URL and, by wallet, in local storage. */
export function CreateLab() {
  const identity = useIdentity();
  const [progress, setProgress] = useState<CreateLabProgress | null>(null);
  const [draft, setDraft] = useState<LabDraft>({ name: '', description: '' });
  const address = 'address' in identity ? identity.address : null;

  useEffect(() => {
    const now = readProgress(new URLSearchParams(location.search));
    setProgress(now);
    setDraft(rememberedDraft(now));
  }, []);

  function show(next: CreateLabProgress) {
    history.replaceState(null, '', `/labs/new${writeProgress(next)}`);
    if (address) rememberProgress(address, next);
    setProgress(next);
  }

  function advance(next: CreateLabProgress) {
    rememberDraft(next, draft);
    if (progress) forgetDraft(progress);
    show(next);
  }

  function resume(earlier: CreateLabProgress) {
    setDraft(rememberedDraft(earlier));
    show(earlier);
  }

  function changeDraft(changed: LabDraft) {
    if (progress) rememberDraft(progress, changed);
    setDraft(changed);
  }

  const fields = <NameFields draft={draft} onChange={changeDraft} />;
  return (
    <div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_26rem]">
      <div aria-live="polite" className="flex flex-col gap-6">
        {progress?.step === 'mint' && address && <Unfinished wallet={address} onResume={resume} />}
        {progress?.step === 'register' ? (
          <RegisterLab
            oclId={progress.oclId}
            draft={draft}
            onRegistered={() => address && forgetProgress(address)}
          />
        ) : (
          <Steps
            label="A new lab"
            steps={mintSteps(progress, { fields, isNamed: draft.name.trim() !== '', advance })}
          />
        )}
      </div>
      {progress?.step !== 'register' && <LabPreview draft={draft} />}
    </div>
  );
}

interface MintStepsProps {
  fields: ReactNode;
  isNamed: boolean;
  advance: (next: CreateLabProgress) => void;
}

function mintSteps(
  progress: Exclude<CreateLabProgress, { step: 'register' }> | null,
  { fields, isNamed, advance }: MintStepsProps,
): Step[] {
  switch (progress?.step) {
    case undefined:
      // What is typed before the page can read it would be lost.
      return labSteps('Name the lab and create it', []);
    case 'mint':
      return labSteps('Name the lab and create it', [
        {
          state: 'current',
          detail: (
            <div className="flex flex-col gap-4">
              {fields}
              <MintStep isNamed={isNamed} onSent={(hash) => advance({ step: 'mining', hash })} />
            </div>
          ),
        },
      ]);
    case 'mining':
      return labSteps('Wait for the chain', [
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
