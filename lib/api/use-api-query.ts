'use client';
import type { AnyVariables, RequestPolicy, TypedDocumentNode } from '@urql/core';
import { useCallback, useMemo } from 'react';
import { type UseQueryArgs, useQuery } from 'urql';
import type { LabroomError } from '#packages/client/api-failure.ts';
import { failureOf } from '#packages/client/execute.ts';

interface ApiQueryOptions {
  /** Sends no request while true. */
  pause?: boolean;
  requestPolicy?: RequestPolicy;
}

export interface ApiQuery<Data> {
  /** The latest response, until the next one arrives. It may belong to earlier variables. */
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
  { pause = false, requestPolicy }: ApiQueryOptions = {},
): ApiQuery<Data> {
  const args = { query, variables, pause, ...(requestPolicy && { requestPolicy }) };
  const [{ data, error, fetching, stale }, execute] = useQuery(args as UseQueryArgs<Variables, Data>);
  const failure = useMemo(() => (error ? failureOf(error) : null), [error]);
  const reload = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute]);
  return { data, failure, isLoading: fetching || stale, reload };
}
