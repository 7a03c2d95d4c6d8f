import type { ReactNode } from 'react';
import type { FailureText } from '#lib/wallet/explain-failure.ts';
import { Button } from './button.tsx';
import { ErrorState } from './error-state.tsx';
import { Notice } from './notice.tsx';

interface FailureNoticeProps {
  failure: FailureText | null | undefined;
  /** Tries again. */
  onRetry?: () => void;
  /** Label of the button that tries again. */
  retry?: string;
  /** Further buttons. */
  action?: ReactNode;
}

/** Shows why an action failed, if it did. A request that the user declined in the wallet is no error. */
export function FailureNotice({ failure, onRetry, retry = 'Try again', action }: FailureNoticeProps) {
  if (!failure) return null;
  const actions = onRetry ? (
    <>
      <Button size="sm" onClick={onRetry}>
        {retry}
      </Button>
      {action}
    </>
  ) : (
    action
  );
  const { title, advice, requestId, declined } = failure;
  return (
    <div className="w-full text-ink">
      {declined ? (
        <div role="status">
          <Notice action={actions}>
            <p className="font-medium">{title}</p>
            {advice && <p>{advice}</p>}
          </Notice>
        </div>
      ) : (
        <ErrorState title={title} requestId={requestId} action={actions}>
          {advice}
        </ErrorState>
      )}
    </div>
  );
}
