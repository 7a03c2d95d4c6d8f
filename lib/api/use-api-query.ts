'use client';
import type { AnyVariables, RequestPolicy, TypedDocumentNode } from '@urql/core';
import { useCallback, useMemo } from 'react';
import { type UseQueryArgs, useQuery } from 'urql';
import type { LabroomError } from '#packages/client/api-failure.ts';
import { failureOf } from '#packages/client/execute.ts';

interface ApiQueryOptions {
  /** Asks nothing while true. */
  pause?: boolean;
  requestPolicy?: RequestPolicy;
}

export interface ApiQuery<Data> {
  /** The newest answer, until the next one. Of other variables too while these are asked for. */
  data: Data | undefined;
  /** Why the last request gave no answer. */
  failure: LabroomError | null;
  isLoading: boolean;
  reload(): void;
}

/** One query of the part of a page that stands within `ApiProvider`. */
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
