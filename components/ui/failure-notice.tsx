import type { ReactNode } from 'react';
import type { FailureText } from '#lib/wallet/explain-failure.ts';
import { ErrorState } from './error-state.tsx';
import { Notice } from './notice.tsx';

interface FailureNoticeProps {
  failure: FailureText | null | undefined;
  action?: ReactNode;
}

/** Shows why an action failed, if it did. A request that the user declined in the wallet is no error. */
export function FailureNotice({ failure, action }: FailureNoticeProps) {
  if (!failure) return null;
  const { title, advice, requestId, declined } = failure;
  return (
    <div className="w-full text-ink">
      {declined ? (
        <div role="status">
          <Notice action={action}>
            <p className="font-medium">{title}</p>
            {advice && <p>{advice}</p>}
          </Notice>
        </div>
      ) : (
        <ErrorState title={title} requestId={requestId} action={action}>
          {advice}
        </ErrorState>
      )}
    </div>
  );
}
