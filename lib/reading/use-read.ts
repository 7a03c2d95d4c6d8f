'use client';
import {
  keepPreviousData,
  QueryClient,
  type QueryFunctionContext,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { explainFailure, type FailureText } from '../wallet/explain-failure.ts';

/**
 * A failed read is repeated by the user, not by itself. A result is dropped soon after its last component, but not
 * between the rendering of a component and its mounting.
 */
const newClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { gcTime: 1_000, networkMode: 'always', refetchOnWindowFocus: false, retry: false },
    },
  });
const inBrowser = typeof window === 'undefined' ? null : newClient();

/** Keeps what is being read. On a server each render has its own, so visitors share nothing. */
export const readClient = (): QueryClient => inBrowser ?? newClient();

export interface ReadOptions<Data> {
  /** Identifies what is read. Another key starts another read. */
  key: readonly string[];
  read: (context: QueryFunctionContext) => Data | Promise<Data>;
  /** Reads nothing while true, unless `readAgain` is called. */
  pause?: boolean;
  /** The result before the first read. */
  initial?: Data;
  /** Returns the result of the previous key until there is one of this key. */
  keepsPrevious?: boolean;
  /** A result other than `null` never changes. It is cached until the page closes. */
  isPermanent?: boolean;
  explain?: (error: unknown) => FailureText;
}

export interface Read<Data> {
  /** The latest result, until the next one arrives. */
  data: Data | undefined;
  /** Why the last read failed. */
  failure: FailureText | null;
  isReading: boolean;
  readAgain: () => void;
}

/** Reads the chain, or data that takes several requests, with TanStack Query. */
export function useRead<Data>({
  key,
  read,
  pause = false,
  initial,
  keepsPrevious = false,
  isPermanent = false,
  explain = explainFailure,
}: ReadOptions<Data>): Read<Data> {
  const options: UseQueryOptions<Data> = {
    queryKey: key,
    queryFn: read,
    enabled: !pause,
    ...(initial !== undefined && { initialData: initial as never }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...(isPermanent && {
      gcTime: Number.POSITIVE_INFINITY,
      staleTime: ({ state }) => (state.data === null ? 0 : Number.POSITIVE_INFINITY),
    }),
  };
  const { data, error, isFetching, refetch } = useQuery(options, readClient());
  const readAgain = useCallback(() => void refetch(), [refetch]);
  return { data, failure: error && !isFetching ? explain(error) : null, isReading: isFetching, readAgain };
}
