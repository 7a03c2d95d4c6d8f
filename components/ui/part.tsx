'use client';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { ErrorState } from './error-state.tsx';
import { notify } from './message.ts';
import { useHydrated } from './use-hydrated.ts';

interface PartOptions<Props> {
  /** Stands in its place on the server and until the code is loaded. */
  loading?: ReactNode | ((props: Props) => ReactNode);
  /** Where a failure to load is told. Default: in its place if it has a `loading`, else as a message. */
  failure?: 'in place' | 'message' | ((cause: unknown) => void);
}

const title = 'A part of this page could not be loaded.';
const advice = 'Check your connection and try again.';

/**
 * A component whose code is loaded when it is first mounted, in browsers only. If that fails, its place shows so and offers to
 * try again. A part without a place of its own, such as a dialog, tells it in a message, and its next mount tries again.
 */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { loading = null, failure = loading === null ? 'message' : 'in place' }: PartOptions<Props> = {},
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let pending: Promise<ComponentType<Props>> | undefined;
  return function Part(props) {
    const hydrated = useHydrated();
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');

    function start() {
      setState('loading');
      pending ??= load();
      pending.then(
        (component) => {
          Loaded = component;
          setState('loaded');
        },
        (cause) => {
          pending = undefined;
          if (failure === 'message') notify('error', title, advice);
          else if (failure !== 'in place') failure(cause);
          setState('failed');
        },
      );
    }

    // biome-ignore lint/correctness/useExhaustiveDependencies: a mounted part loads once, and again on request only
    useEffect(() => {
      if (!Loaded) start();
    }, []);

    if (hydrated && Loaded) return <Loaded {...props} />;
    if (state === 'failed' && failure === 'in place') return <NotLoaded onRetry={start} />;
    return typeof loading === 'function' ? loading(props) : loading;
  };
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorState
      title={title}
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {advice}
    </ErrorState>
  );
}
