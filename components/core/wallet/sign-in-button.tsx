'use client';
import { useRun } from '#lib/actions/use-run.ts';
import { useSession } from '#lib/session/session-context.tsx';
import { Button, type ButtonSize } from '../../ui/button.tsx';
import { showFailure } from './show-failure.ts';

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
