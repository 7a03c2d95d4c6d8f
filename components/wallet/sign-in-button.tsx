'use client';
import { useState } from 'react';
import { useSession } from '#lib/session/session-context.tsx';
import { Button, type ButtonSize } from '../ui/button.tsx';
import { notify } from '../ui/toast.ts';

/** Asks the wallet for the signature that signs the user in. */
export function SignInButton({ size = 'sm' }: { size?: ButtonSize }) {
  const { signIn } = useSession();
  const [busy, setBusy] = useState(false);

  async function start() {
    setBusy(true);
    try {
      await signIn();
    } catch (error) {
      // Loaded only on failure.
      const { explainFailure } = await import('#lib/wallet/explain-failure.ts');
      const { title, advice } = explainFailure(error);
      notify('error', title, advice);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="primary" size={size} busy={busy} onClick={start}>
      {busy ? 'Check your wallet' : 'Sign in'}
    </Button>
  );
}
