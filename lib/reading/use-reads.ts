'use client';
import { useQueries } from '@tanstack/react-query';
import { type ReadOptions, readClient } from './use-read.ts';

/** Like `useRead`, for any number of reads. Returns their results, `undefined` while reading or after a failure. */
export function useReads<Data>(reads: Pick<ReadOptions<Data>, 'key' | 'read'>[]): (Data | undefined)[] {
  const queries = reads.map(({ key, read }) => ({ queryKey: key, queryFn: read }));
  return useQueries({ queries }, readClient()).map(({ data, isFetching }) => (isFetching ? undefined : data));
}
