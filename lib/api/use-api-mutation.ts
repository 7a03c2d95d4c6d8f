'use client';
import { dataOf } from '@labroom/client/execute';
import type { AnyVariables, TypedDocumentNode } from '@urql/core';
import { useCallback } from 'react';
import { useMutation } from 'urql';

/**
 * Returns a function that runs one mutation. Must be used within `ApiProvider`. Errors: `LabroomError`, also for in-band
 * errors.
 */
export function useApiMutation<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
): (variables: Variables) => Promise<Data> {
  const [, execute] = useMutation(mutation);
  return useCallback(async (variables) => dataOf(await execute(variables)), [execute]);
}
