'use client';
import type { ComponentType, ReactNode } from 'react';
import { part } from './part.tsx';

interface LateOptions {
  loading?: ReactNode;
  onFailure?: (cause: unknown) => void;
}

/** A `part` whose failure to load is a toast. */
export const late = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { loading = null, onFailure }: LateOptions = {},
): ComponentType<Props> => part(load, { loading, failure: onFailure ?? 'toast' });
