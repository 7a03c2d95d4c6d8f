'use client';
import { DidLinkDocument, type DidLinkQuery } from '@labroom/client/documents';
import { useApiQuery } from '#lib/api/use-api-query.ts';

export type DidLink = DidLinkQuery['getDidLinkStatus']['didLinkStatus'];

/** Polls the DID linking of a registered lab until it ends. `null` before the first response. */
export function useDidLink(oclId: string, isRegistered: boolean): DidLink | null {
  const { data } = useApiQuery(
    DidLinkDocument,
    { oclId },
    { pause: !isRegistered, requestPolicy: 'network-only', poll: { everyMilliseconds: 1_000, isFinal } },
  );
  return data?.getDidLinkStatus.didLinkStatus ?? null;
}

function isFinal({ getDidLinkStatus: { didLinkStatus } }: DidLinkQuery): boolean {
  return didLinkStatus.status === 'LINKED' || didLinkStatus.status === 'FAILED';
}
