'use client';
import { useRouter } from 'next/navigation';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { onSessionEnd } from '../api/session-ended.ts';
import { useWallet, walletRuntime, walletState } from '../wallet/wallet-store.ts';
import { onOtherTab, tellOtherTabs } from './other-tabs.ts';
import type { Session } from './session.ts';

interface SessionActions {
  session: Session | null;
  /** Asks the connected wallet for a signature. Errors: `LabroomError`; the wallet's error if the user declines. */
  signIn(): Promise<void>;
  /** Errors: `LabroomError`. */
  signOut(): Promise<void>;
}

const SessionContext = createContext<SessionActions | null>(null);

/** Provides the session. `initial` is the session that the server read from the cookie. */
export function SessionProvider({ initial, children }: { initial: Session | null; children: ReactNode }) {
  const [session, setSession] = useState(initial);
  /** The removal of a session that ended, while it runs. */
  const ending = useRef<Promise<unknown>>(null);
  const router = useRouter();
  const value = useMemo<SessionActions>(() => {
    function change(now: Session | null): void {
      setSession(now);
      tellOtherTabs(now);
      // The server-rendered content may depend on the session.
      router.refresh();
    }
    return {
      session,
      async signIn() {
        // Loads the API client on demand, so that pages that are only read never load it.
        const [{ signMessage }, { signIn }] = await Promise.all([walletRuntime(), import('./sign-in.ts')]);
        // Otherwise its late answer would delete the cookie of the new session.
        await ending.current;
        const wallet = walletState();
        if (wallet.status !== 'connected') throw new Error('Connect a wallet first.');
        change(await signIn(wallet.address, signMessage));
      },
      async signOut() {
        const { signOut } = await import('./sign-in.ts');
        try {
          await signOut();
        } finally {
          // The cookie is deleted even if the service could not be reached.
          change(null);
        }
      },
    };
  }, [session, router]);
  // The service ended the session. The user must sign in again.
  useEffect(
    () =>
      onSessionEnd(() => {
        if (ending.current) return;
        setSession(null);
        tellOtherTabs(null);
        ending.current = import('./sign-in.ts')
          .then(({ signOut }) => signOut())
          // What the server rendered for the session goes, too.
          .then(() => router.refresh())
          .catch(() => undefined)
          .finally(() => {
            ending.current = null;
          });
      }),
    [router],
  );
  useEffect(
    () =>
      onOtherTab((now) => {
        setSession(now);
        router.refresh();
      }),
    [router],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}

export function useSession(): SessionActions {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession is used outside of SessionProvider');
  return session;
}

/** The current user, and what is missing to call the API. Addresses are lowercase. */
export type Identity =
  | { kind: 'anonymous' }
  /** The wallet code is loading. */
  | { kind: 'connecting' }
  | { kind: 'connected'; address: `0x${string}` }
  /** Signed in with a wallet other than the connected one. The user must sign in again. */
  | { kind: 'other-wallet'; address: `0x${string}`; signedInAs: string }
  /** `walletConnected`: the wallet can also sign transactions. */
  | { kind: 'signed-in'; address: `0x${string}`; walletConnected: boolean };

/** API calls need `signed-in`. Transactions need only a connected wallet. */
export function useIdentity(): Identity {
  const { session } = useSession();
  const wallet = useWallet();
  if (wallet.status === 'connected') {
    const { address } = wallet;
    if (!session) return { kind: 'connected', address };
    return session.walletAddress === address
      ? { kind: 'signed-in', address, walletConnected: true }
      : { kind: 'other-wallet', address, signedInAs: session.walletAddress };
  }
  if (session) {
    return { kind: 'signed-in', address: session.walletAddress as `0x${string}`, walletConnected: false };
  }
  return { kind: wallet.status === 'connecting' ? 'connecting' : 'anonymous' };
}
