'use client';
import { type ReactNode, useMemo } from 'react';
import { Provider } from 'urql';
import { useSession } from '../session/session-context.tsx';
import { browserApi } from './browser-client.ts';

/** Gives the queries of a part of a page the client of the session: signing in or out asks all of them again. */
export function ApiProvider({ children }: { children: ReactNode }) {
  const wallet = useSession().session?.walletAddress ?? null;
  const client = useMemo(() => browserApi(wallet), [wallet]);
  return <Provider value={client}>{children}</Provider>;
}
