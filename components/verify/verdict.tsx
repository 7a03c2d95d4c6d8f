import type { ReactNode } from 'react';
import type { Check } from '#lib/tokenize/check.ts';
import type { FailureText } from '#lib/wallet/explain-failure.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Notice } from '../ui/notice.tsx';

interface VerdictProps {
  checks: readonly Check[];
  /** Number of checks in all. */
  total: number;
  /** Why the checks ended early, if they did. */
  failure: FailureText | null;
  /** Repeats the checks. */
  again: ReactNode;
}

/**
 * The result of all checks: "passes" if each holds, "does not pass" if one fails, whatever else happened, and "could
 * not be checked" otherwise.
 */
export function Verdict({ checks, total, failure, again }: VerdictProps) {
  const failed = checks.filter(({ result }) => result === 'fails');
  const holding = checks.filter(({ result }) => result === 'holds').length;
  if (failed.length > 0) {
    return (
      <ErrorState title="The tokenization does not pass.">
        {failed.map(({ name, says }) => (
          <p key={name}>{says}</p>
        ))}
      </ErrorState>
    );
  }
  if (holding === total) {
    return (
      <Notice kind="success">
        <p className="font-medium">The tokenization passes.</p>
        <p>Token, agreement, terms and signature belong together.</p>
      </Notice>
    );
  }
  return (
    <div role="alert">
      <Notice kind="warning" action={again}>
        <p className="font-medium">The tokenization could not be checked.</p>
        {failure && (
          <p>
            {failure.title} {failure.advice}
            {failure.requestId && (
              <>
                {' '}
                Request <code className="font-mono">{failure.requestId}</code>
              </>
            )}
          </p>
        )}
        <p>
          {holding} of {total} checks hold. Nothing is known about the others, so do not rely on the token
          yet.
        </p>
      </Notice>
    </div>
  );
}
