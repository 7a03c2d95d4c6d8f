'use client';
import { useSession } from '#lib/session/session-context.tsx';
import { useRun } from '#lib/use-run.ts';
import { Button, type ButtonSize } from '../ui/button.tsx';
import { notify } from '../ui/toast.ts';

/** Asks the wallet for the signature that signs the user in. */
export function SignInButton({ size = 'sm' }: { size?: ButtonSize }) {
  const { signIn } = useSession();
  const { isRunning, run } = useRun(() => signIn().catch(showFailure));
  return (
    <Button variant="primary" size={size} busy={isRunning} onClick={() => run()}>
      {isRunning ? 'Check your wallet' : 'Sign in'}
    </Button>
  );
}

async function showFailure(error: unknown): Promise<void> {
  // Loaded only on failure.
  const { explainFailure } = await import('#lib/wallet/explain-failure.ts');
  const { title, advice } = explainFailure(error);
  notify('error', title, advice);
}
