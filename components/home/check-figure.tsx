'use client';
import { CircleCheck, CircleHelp, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import type { FigureToCheck, Finding } from '#lib/showcase/findings.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';

const icons = {
  good: <CircleCheck aria-hidden className="text-good" />,
  bad: <ShieldAlert aria-hidden className="text-bad" />,
  unknown: <CircleHelp aria-hidden className="text-ink2" />,
};

/** Checks both files in this browser, and says what exactly it checked. Loads the code for it when it is pressed. */
export function CheckFigure(figure: FigureToCheck) {
  const config = usePublicConfig();
  const [state, setState] = useState<'idle' | 'running' | 'failed' | Finding[]>('idle');

  async function run() {
    setState('running');
    try {
      const { checkFigure } = await import('#lib/showcase/check-figure.ts');
      setState(await checkFigure(figure, config));
    } catch {
      setState('failed');
    }
  }

  if (state === 'failed')
    return (
      <ErrorState title="The check could not run." action={<Button onClick={run}>Try again</Button>}>
        Check your connection and try again.
      </ErrorState>
    );
  return (
    <div className="flex flex-col items-start gap-4 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button busy={state === 'running'} onClick={run}>
          <ShieldCheck aria-hidden className="size-4" />
          Check it
        </Button>
        <p className="max-w-prose text-ink2">
          Your browser downloads the picture and computes its hash
          {figure.closed && ', and asks the chain who opens the other file'}.
        </p>
      </div>
      <div role="status" className="max-w-prose">
        {Array.isArray(state) && (
          <ul className="flex flex-col gap-2">
            {state.map(({ verdict, text }) => (
              <li key={text} className="flex gap-2 break-words [&_svg]:mt-1 [&_svg]:size-4 [&_svg]:shrink-0">
                {icons[verdict]}
                <span className="min-w-0">{text}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
