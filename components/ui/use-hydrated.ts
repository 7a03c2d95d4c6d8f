'use client';
import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** False while rendering on the server and during hydration, true from then on: for what only the reader's browser knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
