'use client';
import { useRouter } from 'next/navigation';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { onSessionEnd } from '../api/session-ended.ts';
import { settledWallet, useWallet, walletRuntime } from '../wallet/wallet-store.ts';
import { onOtherTab, tellOtherTabs } from './other-tabs.ts';
import type { Session } from './session.ts';

export interface SessionActions {
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
  /** The check and removal of a session that may have ended, while it runs. */
  const ending = useRef<Promise<unknown>>(null);
  const isSigningIn = useRef(false);
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
        const wallet = await settledWallet();
        if (wallet.status !== 'connected') throw new Error('Connect a wallet first.');
        isSigningIn.current = true;
        try {
          change(await signIn(wallet.address, signMessage));
        } finally {
          isSigningIn.current = false;
        }
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
  // The service refused the session of a page. A refusal may arrive after the user has signed in again, so the service is asked about the
  // present session. If that has ended, the user must sign in again.
  useEffect(() => {
    async function endIfOver(): Promise<void> {
      const { sessionHolds, signOut } = await import('./sign-in.ts');
      if (!(await sessionHolds())) {
        setSession(null);
        tellOtherTabs(null);
        await signOut();
      }
      // What the server rendered for the former session goes, too.
      router.refresh();
    }
    return onSessionEnd(() => {
      // Signing in replaces the session.
      if (ending.current || isSigningIn.current) return;
      ending.current = endIfOver()
        .catch(() => undefined)
        .finally(() => {
          ending.current = null;
        });
    });
  }, [router]);
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
