'use client';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { Provider } from 'urql';
import { browserApi, silentApi } from '../api/browser-client.ts';
import { useSession } from './session-context.tsx';

/** Provides the session's API client to queries. Signing in or out repeats all of them. */
export function ApiProvider({ children }: { children: ReactNode }) {
  const wallet = useSession().session?.walletAddress ?? null;
  const client = useMemo(() => (typeof window === 'undefined' ? silentApi() : browserApi(wallet)), [wallet]);
  return <Provider value={client}>{children}</Provider>;
}

/** The component within an `ApiProvider`. */
export function withApi<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  return function WithApi(props) {
    return (
      <ApiProvider>
        <Component {...props} />
      </ApiProvider>
    );
  };
}
