'use client';
import type { ComponentType, ReactNode } from 'react';
import { part } from './part.tsx';

/** A `part` whose failure to load is shown in its place. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loading: ReactNode | ((props: Props) => ReactNode) = null,
): ComponentType<Props> => part(load, { loading, failure: 'in place' });
