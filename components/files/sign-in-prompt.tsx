'use client';
import { useIdentity, useSession } from '#lib/session/session-context.tsx';
import { useRun } from '#lib/use-run.ts';
import { connectWallet } from '#lib/wallet/wallet-store.ts';
import { LabroomError } from '#packages/client/api-failure.ts';
import { shortHex } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

interface SignInPromptProps {
  /** Ends the sentence "Connect a wallet …". */
  purpose: string;
  /** Ends the button's label. */
  then?: string;
}

/** Asks to connect a wallet or to sign in. Renders nothing if the user is signed in. */
export function SignInPrompt({ purpose, then }: SignInPromptProps) {
  const identity = useIdentity();
  const { signIn } = useSession();
  const { isRunning, error, run } = useRun((step: () => Promise<void>) => step());
  if (identity.kind === 'signed-in') return null;

  const hasWallet = identity.kind === 'connected' || identity.kind === 'other-wallet';
  return (
    <Notice
      kind={error ? 'warning' : 'info'}
      action={
        <Button
          variant="primary"
          busy={isRunning || identity.kind === 'connecting'}
          onClick={() => run(hasWallet ? signIn : connectWallet)}
        >
          {hasWallet ? 'Sign in' : 'Connect wallet'}
          {then && ` ${then}`}
        </Button>
      }
    >
      {error ? explainError(error) : explain(identity, purpose)}
    </Notice>
  );
}

function explain(identity: ReturnType<typeof useIdentity>, purpose: string): string {
  if (identity.kind === 'other-wallet') {
    const [now, before] = [shortHex(identity.address), shortHex(identity.signedInAs)];
    return `Your wallet is ${now} now, but you are signed in as ${before}. Sign in again ${purpose}.`;
  }
  if (identity.kind === 'connected')
    return `Sign a message with ${shortHex(identity.address)} ${purpose}. Signing costs nothing.`;
  return `Connect a wallet ${purpose}.`;
}

function explainError(error: unknown): string {
  return error instanceof LabroomError ? error.message : 'The wallet did not sign. Try again.';
}
