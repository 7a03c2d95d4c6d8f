'use client';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { takeTurn } from './drawing-turns.ts';

/**
 * State that draws what somebody else wrote: it changes when it is its turn.
 * @returns the state, and a function that changes it; `weight`: about how many elements are drawn then
 */
export function useTurnState<Value extends object | string | null>(
  initial: Value,
): [Value, (value: Value, weight: number) => void] {
  const [state, setState] = useState(initial);
  const endTurn = useRef<() => void>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn ends when the new state is on the page
  useEffect(() => endTurn.current?.(), [state]);
  useEffect(() => () => endTurn.current?.(), []);
  const change = useCallback((value: Value, weight: number) => {
    endTurn.current?.();
    endTurn.current = takeTurn(() => startTransition(() => setState(value)), weight);
  }, []);
  return [state, change];
}
