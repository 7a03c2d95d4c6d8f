'use client';
import { useRun } from '#lib/actions/use-run.ts';
import { useIdentity, useSession } from '#lib/session/session-context.tsx';
import { connectWallet } from '#lib/wallet/wallet-store.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { part } from '../../ui/part.tsx';
import { shortHex } from '../../ui/short-hex.ts';

// Loaded only after a failure.
const ExplainedFailure = part(async () => (await import('./explained-failure.tsx')).ExplainedFailure);

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
    <div className="flex flex-col gap-2">
      <Notice
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
        {explain(identity, purpose)}
      </Notice>
      {error !== null && <ExplainedFailure error={error} />}
    </div>
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
