'use client';
import { type ComponentType, type ReactNode, useEffect, useReducer } from 'react';
import { notify } from './toast.ts';
import { useHydrated } from './use-hydrated.ts';

interface LateOptions {
  /** Shown until the code is loaded. */
  loading?: ReactNode;
  onFailure?: (cause: unknown) => void;
}

/**
 * A component whose code is loaded when it is first mounted, in browsers only. If that fails, a toast says so, and the
 * next mount tries again. A part that the page cannot do without is a `lazyPart`.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { loading = null, onFailure = tell }: LateOptions = {},
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function Late(props) {
    const [, renderAgain] = useReducer((count: number) => count + 1, 0);
    const hydrated = useHydrated();
    useEffect(() => {
      if (Loaded) return;
      load().then((component) => {
        Loaded = component;
        renderAgain();
      }, onFailure);
    }, []);
    return hydrated && Loaded ? <Loaded {...props} /> : loading;
  };
}

const tell = () =>
  notify('error', 'A part of this page could not be loaded.', 'Check your connection and try again.');
