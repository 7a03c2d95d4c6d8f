import type { ReactNode } from 'react';
import type { FailureText } from '#lib/wallet/explain-failure.ts';
import { ErrorState } from '../ui/error-state.tsx';

/** Shows a failure, if there is one. */
export function FailureNotice({ failure, action }: { failure: FailureText | null; action?: ReactNode }) {
  if (!failure) return null;
  return (
    <div className="w-full text-ink">
      <ErrorState title={failure.title} requestId={failure.requestId} action={action}>
        {failure.advice}
      </ErrorState>
    </div>
  );
}
