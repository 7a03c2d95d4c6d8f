'use client';
import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { useIdentity } from '#lib/session/session-context.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { type Step, Steps } from '../ui/steps.tsx';
import { didLinkStep } from './did-link-step.ts';
import { MiningStep } from './mining-step.tsx';
import { MintStep } from './mint-step.tsx';
import {
  type CreateLabProgress,
  forgetProgress,
  readProgress,
  rememberedProgress,
  rememberProgress,
  writeProgress,
} from './progress-store.ts';
import { RegisterStep } from './register-step.tsx';
import { useDidLink } from './use-did-link.ts';

const NameLab = dynamic(() => import('./name-lab.tsx').then((module) => module.NameLab), { ssr: false });

const titles = [
  'Mint the LabNFT',
  'Wait for the block',
  'Register with Labroom',
  'Data room ready',
  'Link the DIDs',
] as const;
const dataRoom = titles.indexOf('Data room ready');
const positions: Record<CreateLabProgress['step'], number> = { mint: 0, mining: 1, register: 2 };

/** Creates a lab, from the mint to its data room. Progress is kept in the URL and, by wallet, in local storage. */
export function CreateLab() {
  const identity = useIdentity();
  const [progress, setProgress] = useState<CreateLabProgress | null>(null);
  const [shortname, setShortname] = useState<string | null>(null);
  const address = 'address' in identity ? identity.address : null;
  const didLink = useDidLink(shortname && progress?.step === 'register' ? progress.oclId : null);

  useEffect(() => setProgress(readProgress(new URLSearchParams(location.search))), []);

  function advance(next: CreateLabProgress) {
    history.replaceState(null, '', `/labs/new${writeProgress(next)}`);
    if (address) rememberProgress(address, next);
    setProgress(next);
  }

  function finish(name: string) {
    if (address) forgetProgress(address);
    setShortname(name);
  }

  if (!progress)
    return <Steps label="A new lab" steps={titles.map((title) => ({ title, state: 'waiting' }))} />;
  const current = shortname ? titles.length : positions[progress.step];
  const steps = titles.map((title, position): Step => {
    if (shortname && progress.step === 'register') {
      if (position === dataRoom) {
        return { title, state: 'done', detail: <NameLab oclId={progress.oclId} shortname={shortname} /> };
      }
      if (position > dataRoom) {
        const { state, text } = didLinkStep(didLink);
        return { title, state, detail: <p>{text}</p> };
      }
    }
    if (position < current) return { title, state: 'done' };
    return position === current
      ? {
          title,
          state: progress.step === 'mining' ? 'active' : 'current',
          detail: <CurrentStep {...{ progress, advance, finish }} />,
        }
      : { title, state: 'waiting' };
  });

  return (
    <div className="flex flex-col gap-6">
      {progress.step === 'mint' && address && <Unfinished wallet={address} onResume={advance} />}
      <Steps label="A new lab" steps={steps} />
    </div>
  );
}

interface CurrentStepProps {
  progress: CreateLabProgress;
  advance: (next: CreateLabProgress) => void;
  finish: (shortname: string) => void;
}

function CurrentStep({ progress, advance, finish }: CurrentStepProps) {
  switch (progress.step) {
    case 'mint':
      return <MintStep onSent={(hash) => advance({ step: 'mining', hash })} />;
    case 'mining':
      return (
        <MiningStep
          hash={progress.hash}
          onMined={(oclId) => advance({ step: 'register', oclId })}
          onAbandon={() => advance({ step: 'mint' })}
        />
      );
    case 'register':
      return <RegisterStep oclId={progress.oclId} onRegistered={finish} />;
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
            Discard it
          </Button>
        </>
      }
    >
      This wallet has an unfinished lab.
    </Notice>
  );
}
