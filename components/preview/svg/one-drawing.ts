'use client';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';

/** The one drawing that is shown on this page: all frames without an origin share one process. */
let shown: object | null = null;
const listeners = new Set<() => void>();

function show(owner: object | null): void {
  shown = owner;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether this component's drawing is the one that is shown, and a function that makes it the one.
 * @param body another one gives up the place
 * @param isAutomatic whether it takes its turn by itself if no other drawing is shown
 */
export function useOneDrawing(body: Blob, isAutomatic: boolean): [isShown: boolean, show: () => void] {
  const owner = useRef({});
  const isShown = useSyncExternalStore(
    subscribe,
    () => shown === owner.current,
    () => false,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another body is another drawing
  useEffect(() => {
    const mine = owner.current;
    if (isAutomatic && shown === null) show(mine);
    return () => {
      if (shown === mine) show(null);
    };
  }, [body, isAutomatic]);
  return [isShown, useCallback(() => show(owner.current), [])];
}
