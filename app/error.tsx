'use client';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';

interface ErrorPageProps {
  error: Error & { digest?: string };
  reset: () => void;
}

/** Page for unexpected errors. The digest identifies the error in the server's log. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <ErrorState
      title="This page could not be shown."
      requestId={error.digest}
      action={
        <Button size="sm" onClick={reset}>
          Try again
        </Button>
      }
    >
      <p>The server failed unexpectedly. Try again. If it fails again, report it with the number below.</p>
    </ErrorState>
  );
}
