'use client';
import { type ComponentType, type ReactNode, Suspense, use, useReducer } from 'react';
import { Button } from './button.tsx';
import { ErrorState } from './error-state.tsx';
import { useHydrated } from './use-hydrated.ts';

/** `null`: the code could not be loaded. */
type Part<Props> = Promise<ComponentType<Props> | null>;

/**
 * A component whose code is loaded when it is first rendered, in browsers only. If loading fails, the failure and a
 * retry are shown in its place.
 * @param loading stands in its place until then
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loading: ReactNode | ((props: Props) => ReactNode) = null,
): ComponentType<Props> {
  let part: Part<Props> | undefined;
  return function LazyPart(props) {
    const [, renderAgain] = useReducer((count: number) => count + 1, 0);
    const placeholder = typeof loading === 'function' ? loading(props) : loading;
    if (!useHydrated()) return placeholder;
    part ??= load().catch(() => null);
    const retry = () => {
      part = undefined;
      renderAgain();
    };
    return (
      <Suspense fallback={placeholder}>
        <Loaded part={part} props={props} onRetry={retry} />
      </Suspense>
    );
  };
}

interface LoadedProps<Props> {
  part: Part<Props>;
  props: Props;
  onRetry: () => void;
}

function Loaded<Props extends object>({ part, props, onRetry }: LoadedProps<Props>) {
  const Component = use(part);
  if (Component) return <Component {...props} />;
  return (
    <ErrorState
      title="A part of this page could not be loaded."
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Check your connection and try again.
    </ErrorState>
  );
}
