'use client';
import type { LocalAccountName } from '@labroom/contracts/local-accounts';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useSession } from '#lib/session/session-context.tsx';
import { connectLocalAccount } from '#lib/wallet/wallet-store.ts';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/message.ts';

interface StartAsProps {
  account: LocalAccountName;
  /** Page to continue on. */
  path: string;
  label: string;
}

/** Signs in with an account of the local chain and continues on a page. */
export function StartAs({ account, path, label }: StartAsProps) {
  const { signIn } = useSession();
  const router = useRouter();
  const [busy, setBusy] = useState(false);

  async function start() {
    setBusy(true);
    try {
      await connectLocalAccount(account);
      await signIn();
      router.push(path);
    } catch (error) {
      notify('error', error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button busy={busy} onClick={() => void start()}>
      {label}
    </Button>
  );
}
