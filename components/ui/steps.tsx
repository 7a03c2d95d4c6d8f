import { Check, Circle, CircleDot, CircleHelp, LoaderCircle, X } from 'lucide-react';
import type { ReactNode } from 'react';

/** `current` waits for the user, `active` for a machine. `unknown` has ended without a result. */
export type StepState = 'waiting' | 'current' | 'active' | 'done' | 'failed' | 'unknown';

export interface Step {
  title: string;
  state: StepState;
  /** What the step waits for, its result, or its error. */
  detail?: ReactNode;
}

const icons = {
  waiting: <Circle aria-hidden className="size-5 text-ink2" />,
  current: <CircleDot aria-hidden className="size-5 text-acc" />,
  active: <LoaderCircle aria-hidden className="size-5 animate-spin text-acc" />,
  done: <Check aria-hidden className="size-5 text-good" />,
  failed: <X aria-hidden className="size-5 text-bad" />,
  unknown: <CircleHelp aria-hidden className="size-5 text-warn" />,
};

const words: Record<StepState, string> = {
  waiting: 'not yet',
  current: 'your turn',
  active: 'under way',
  done: 'done',
  failed: 'failed',
  unknown: 'not known',
};

export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol aria-label={label} aria-live="polite" className="flex flex-col gap-4">
      {steps.map(({ title, state, detail }) => (
        <li key={title} className="flex gap-3">
          <span className="flex h-6 items-center">{icons[state]}</span>
          <div className="min-w-0 flex-1">
            <p className={state === 'waiting' ? 'text-ink2' : 'font-medium'}>
              {title}
              <span className="sr-only"> ({words[state]})</span>
            </p>
            {detail && <div className="mt-1 text-sm text-ink2">{detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
