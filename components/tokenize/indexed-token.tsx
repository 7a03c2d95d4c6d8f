'use client';
import { LabTokenDocument, type LabTokenFieldsFragment, type LabTokenQuery } from '@labroom/client/documents';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { withApi } from '#lib/session/api-provider.tsx';

interface IndexedTokenProps {
  oclId: string;
  onIndexed: (token: LabTokenFieldsFragment) => void;
}

/** Waits until the service has indexed a token that is already on the chain. Renders nothing. */
export const IndexedToken = withApi(Wait);

function Wait({ oclId, onIndexed }: IndexedTokenProps) {
  const router = useRouter();
  const { data } = useApiQuery(
    LabTokenDocument,
    { oclId },
    { requestPolicy: 'network-only', poll: { everyMilliseconds: 1_000, isFinal } },
  );
  const token = data?.labToken;
  useEffect(() => {
    if (!token) return;
    onIndexed(token);
    // Other pages of the lab also show the token.
    router.refresh();
  }, [token, onIndexed, router]);
  return null;
}

function isFinal({ labToken }: LabTokenQuery): boolean {
  return labToken !== null;
}
