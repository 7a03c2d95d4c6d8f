import type { FailureText } from '#lib/wallet/explain-failure.ts';
import { ErrorState } from '../ui/error-state.tsx';

export function TokenFailure({ failure }: { failure: FailureText | null }) {
  if (!failure) return null;
  return (
    <ErrorState title={failure.title} requestId={failure.requestId}>
      {failure.advice}
    </ErrorState>
  );
}
