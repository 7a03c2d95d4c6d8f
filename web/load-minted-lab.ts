import 'server-only';
import { DidLinkDocument } from '@labroom/client/documents';
import { decodeOclId } from '@labroom/contracts/ocl-id';
import { cache } from 'react';
import { parseLabSegment } from '#lib/api/lab-segment.ts';
import type { Outcome } from '#lib/api/outcome.ts';
import { queryOutcome } from './query-service.ts';

/** A lab that the chain has and the service need not know. */
export interface MintedLab {
  /** Lowercase. */
  oclId: string;
  /** Decimal. */
  labNftTokenId: string;
  /** The lab's account. */
  account: string;
}

/** The lab of an oclId as the chain has it, registered or not; `null` if the chain has none, and for a shortname. */
export const loadMintedLab = cache(async (segment: string): Promise<Outcome<MintedLab | null>> => {
  const reference = parseLabSegment(segment);
  if (!reference || !('oclId' in reference)) return { ok: true, data: null };
  const { oclId } = reference;
  // The query with the fewest demands that asks the chain about a lab that is not registered.
  const outcome = await queryOutcome(DidLinkDocument, { oclId });
  if (!outcome.ok) {
    const { code } = outcome.failure;
    return code === 'VALIDATION_FAILED' || code === 'NOT_FOUND' ? { ok: true, data: null } : outcome;
  }
  const { tokenId, account } = decodeOclId(oclId);
  return { ok: true, data: { oclId, labNftTokenId: String(tokenId), account } };
});
