import type { LabOperation } from '@labroom/protocol/lab-rights';
import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { labPath } from '#lib/api/lab-reference.ts';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import { buttonClass } from '../ui/button.tsx';

interface LabChecklistProps {
  lab: LabIdentity;
  /** Whether to offer an operation to the reader. */
  offers(operation: LabOperation): boolean;
  /** Takes the first files. */
  drop: ReactNode;
}

/** The first steps of a new lab, for those who can take them. Renders nothing once all are done. */
export function LabChecklist({ lab, offers, drop }: LabChecklistProps) {
  const steps = stepsOf(lab, offers, drop);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <section aria-labelledby="first-steps" className="border-t border-ink pt-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="first-steps" className="text-xl">
          First steps
        </h2>
        <p className="tabular text-sm text-ink2">
          {done} of {steps.length} done
        </p>
      </div>
      <ol className="mt-3">
        {steps.map(({ title, text, isDone, action }) => {
          const Icon = isDone ? CircleCheck : Circle;
          return (
            <li key={title} className="flex gap-3 border-b border-line py-4">
              <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${isDone ? 'text-good' : 'text-ink3'}`} />
              <div className="min-w-0 flex-1">
                <h3 className={`font-serif text-lg ${isDone ? 'text-ink2' : ''}`}>
                  <span className="sr-only">{isDone ? 'Done: ' : ''}</span>
                  {title}
                </h3>
                {!isDone && (
                  <>
                    <p className="mt-1 max-w-prose text-sm text-ink2">{text}</p>
                    <div className="mt-3">{action}</div>
                  </>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface Step {
  title: string;
  text: string;
  isDone: boolean;
  action: ReactNode;
}

function stepsOf(lab: LabIdentity, offers: LabChecklistProps['offers'], drop: ReactNode): Step[] {
  const describe: Step = {
    title: 'Describe the lab',
    text: 'Its name, and what it is about, in Markdown. Everyone can read both.',
    isDone: Boolean(lab.name && lab.description),
    action: <StepLink href={labPath(lab.shortname, 'settings')}>Write a description</StepLink>,
  };
  const addFiles: Step = {
    title: 'Add the first files',
    text: 'You choose who can open them before the upload starts: everyone, the team, or holders of the token.',
    isDone: lab.fileCount > 0,
    action: drop,
  };
  const invite: Step = {
    title: 'Invite somebody',
    text: 'A contributor adds files, a viewer opens those of the team. A role can have an end date.',
    isDone: lab.members.length > 1,
    action: <StepLink href={labPath(lab.shortname, 'members')}>Grant a role</StepLink>,
  };
  return offers('updateLabNftMetadata') ? [describe, addFiles, invite] : [addFiles, invite];
}

function StepLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className={buttonClass('secondary', 'sm')}>
      {children}
    </a>
  );
}
