import type { LabroomError } from '#packages/client/api-failure.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { ReloadButton } from './reload-button.tsx';

interface FailureProps {
  /** What was wanted, e.g. "The labs could not be loaded." */
  title: string;
  failure: LabroomError;
}

/** A failure of the API on a page that was rendered on the server. */
export function Failure({ title, failure }: FailureProps) {
  return (
    <ErrorState title={title} requestId={failure.requestId} action={failure.retryable && <ReloadButton />}>
      <p>{failure.message}</p>
    </ErrorState>
  );
}
