import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface ErrorStateProps {
  /** What happened. */
  title: string;
  /** Consequences, and what to do. */
  children?: ReactNode;
  /** Shown for problem reports. */
  requestId?: string | undefined;
  action?: ReactNode;
}

export function ErrorState({ title, children, requestId, action }: ErrorStateProps) {
  return (
    <div role="alert" className="flex items-start gap-3 border-l-3 border-bad bg-wash px-4 py-3">
      <CircleAlert aria-hidden className="mt-1 size-4 shrink-0 text-bad" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="font-medium text-bad">{title}</p>
        {children && <div className="text-sm">{children}</div>}
        {requestId && (
          <p className="text-sm">
            Request <code className="font-mono">{requestId}</code>{' '}
            <CopyButton text={requestId} label="Copy the request id" className="-my-1 align-middle" />
          </p>
        )}
        {action && <div className="flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  );
}
