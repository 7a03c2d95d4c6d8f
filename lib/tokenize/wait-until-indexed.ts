import { LabTokenIndexedDocument } from '@labroom/client/documents';
import type { ApiCall } from '@labroom/client/execute';
import { pollUntil } from '../wallet/poll-until.ts';

/**
 * Waits up to a minute until the service has indexed a block. A token that is not indexed itself has no such block.
 * Errors: `LabroomError`, if the service did not answer by then.
 */
export async function waitUntilIndexed(api: ApiCall, oclId: string, block: number): Promise<boolean> {
  const isIndexed = async () => {
    const { labToken } = await api(LabTokenIndexedDocument, { oclId });
    return !labToken?.ledger || labToken.ledger.indexedBlock >= block;
  };
  return pollUntil(isIndexed, { everyMilliseconds: 1_000, attempts: 60 });
}
