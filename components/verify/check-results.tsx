import type { ReactNode } from 'react';
import type { Check, CheckName } from '#lib/tokenize/check.ts';
import type { FailureText } from '#lib/wallet/explain-failure.ts';
import { type Step, Steps } from '../ui/steps.tsx';
import { CheckDetail } from './check-detail.tsx';
import { Verdict } from './verdict.tsx';

/** What each check asks: its title until there is a result. */
const questions: [CheckName, string][] = [
  ['token', 'Is the token the lab’s?'],
  ['agreement', 'Does the agreement describe this token?'],
  ['terms', 'Do the terms name the lab, the agreement and the chain?'],
  ['acceptance', 'Were the terms accepted with the token?'],
  ['signature', 'Is the signature the holder’s?'],
];

interface CheckResultsProps {
  /** The results so far, in the order of the checks. */
  checks: readonly Check[];
  isOver: boolean;
  /** Why the checks ended early, if they did. */
  failure: FailureText | null;
  /** Repeats the checks. */
  again: ReactNode;
}

/** The verdict, once there is one, and each check with its result. */
export function CheckResults({ checks, isOver, failure, again }: CheckResultsProps) {
  return (
    <>
      {isOver && <Verdict checks={checks} total={questions.length} failure={failure} again={again} />}
      <Steps
        label="Checks"
        steps={questions.map(([name, question], position) => {
          const check = checks.find((one) => one.name === name);
          if (check) return stepOf(check, question);
          if (!isOver) return { title: question, state: position === checks.length ? 'active' : 'waiting' };
          const isWhereItEnded = failure && position === checks.length;
          const reason = isWhereItEnded ? failure.title : 'It needs what a check before it did not find.';
          return { title: question, state: 'unknown', detail: `Not checked. ${reason}` };
        })}
      />
    </>
  );
}

function stepOf(check: Check, question: string): Step {
  const detail = <CheckDetail check={check} />;
  if (check.result === 'unknown') return { title: question, state: 'unknown', detail };
  return { title: check.title, state: check.result === 'holds' ? 'done' : 'failed', detail };
}
