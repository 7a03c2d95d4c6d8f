import type { LabroomError } from '@labroom/client/api-failure';
import { isSessionEnd } from '#lib/api/session-ended.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { ReloadButton } from './reload-button.tsx';
import { SessionEnd } from './session-end.tsx';

interface FailureProps {
  /** What failed, e.g. "The labs could not be loaded." */
  title: string;
  failure: LabroomError;
}

/** An API error on a server-rendered page. */
export function Failure({ title, failure }: FailureProps) {
  return (
    <ErrorState title={title} requestId={failure.requestId} action={failure.retryable && <ReloadButton />}>
      <p>{failure.message}</p>
      {isSessionEnd(failure) && <SessionEnd />}
    </ErrorState>
  );
}
