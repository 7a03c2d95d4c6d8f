'use client';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { explainFailure, type FailureText } from './explain-failure.ts';

/** Exists in browsers only, so visitors of a server share nothing. A failed read is repeated by the user, not by itself. */
const chainReads =
  typeof window === 'undefined'
    ? null
    : new QueryClient({
        defaultOptions: {
          queries: { gcTime: 0, networkMode: 'always', refetchOnWindowFocus: false, retry: false },
        },
      });

interface ChainReadOptions<Data> {
  /** Identifies what is read. Another key starts another read. */
  key: readonly string[];
  read: (signal: AbortSignal) => Promise<Data>;
  /** Reads nothing while true. */
  pause?: boolean;
  explain?: (error: unknown) => FailureText;
}

interface ChainRead<Data> {
  /** The latest result, until the next one arrives. */
  data: Data | undefined;
  /** Why the last read failed. */
  failure: FailureText | null;
  readAgain: () => void;
}

/** Reads the chain with TanStack Query. For components that are rendered in browsers only. */
export function useChainRead<Data>({
  key,
  read,
  pause = false,
  explain = explainFailure,
}: ChainReadOptions<Data>): ChainRead<Data> {
  if (!chainReads) throw new Error('useChainRead runs in browsers only.');
  const { data, error, isFetching, refetch } = useQuery(
    { queryKey: key, queryFn: ({ signal }) => read(signal), enabled: !pause },
    chainReads,
  );
  const readAgain = useCallback(() => void refetch(), [refetch]);
  return { data, failure: error && !isFetching ? explain(error) : null, readAgain };
}
