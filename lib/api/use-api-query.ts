'use client';
import type { LabroomError } from '@labroom/client/api-failure';
import { failureOf } from '@labroom/client/execute';
import type { AnyVariables, RequestPolicy, TypedDocumentNode } from '@urql/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type UseQueryArgs, useClient, useQuery } from 'urql';

interface ApiQueryOptions<Data> {
  /** Sends no request while true. */
  pause?: boolean;
  requestPolicy?: RequestPolicy;
  /** Repeats the query after each response and each failure, until a response is final. */
  poll?: { everyMilliseconds: number; isFinal: (data: Data) => boolean };
}

export interface ApiQuery<Data> {
  /**
   * The latest response, until the next one arrives. It may belong to earlier variables. A failed request keeps the
   * response to the same variables in the same session.
   */
  data: Data | undefined;
  /** Why the last request failed. */
  failure: LabroomError | null;
  isLoading: boolean;
  reload(): void;
}

/** Runs one query. Must be used within `ApiProvider`. */
export function useApiQuery<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { pause = false, requestPolicy, poll }: ApiQueryOptions<Data> = {},
): ApiQuery<Data> {
  const args = { query, variables, pause, ...(requestPolicy && { requestPolicy }) };
  const [state, execute] = useQuery(args as UseQueryArgs<Variables, Data>);
  const { error, fetching, stale, operation } = state;
  const client = useClient();
  const [last, setLast] = useState<{ data: Data; key: number; client: unknown }>();
  if (state.data !== undefined && operation && state.data !== last?.data) {
    setLast({ data: state.data, key: operation.key, client });
  }
  const isSame = last?.client === client && last.key === operation?.key;
  const data = state.data ?? (error && isSame ? last.data : undefined);
  const failure = useMemo(() => (error ? failureOf(error) : null), [error]);
  const reload = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute]);
  const isLoading = fetching || stale;

  const isAwaited = poll !== undefined && !pause && !isLoading && !(data && poll.isFinal(data));
  const interval = isAwaited ? poll.everyMilliseconds : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response and each failure restarts the interval
  useEffect(() => {
    if (interval === null) return;
    const timer = setTimeout(reload, interval);
    return () => clearTimeout(timer);
  }, [interval, reload, data, error]);

  return { data, failure, isLoading, reload };
}
