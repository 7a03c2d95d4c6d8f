import { decodeOclId } from '@labroom/contracts/ocl-id';
import type { Address } from 'viem';
import { parseEventCursor } from '#core/feed/event-cursor.ts';
import { clampLimit } from '#platform/input/page.ts';
import { readTokenAttachment } from '../chain/token-attachment.ts';
import { parseHolderCursor } from '../operations/lab-tokens/holder-cursor.ts';
import {
  holdersOf,
  indexedBlockOf,
  supplyChangesOf,
  transfersOf,
  weeksOf,
} from '../operations/lab-tokens/token-ledger-store.ts';
import type { LabTokenLedgerResolvers, LabTokenResolvers } from './resolvers.generated.ts';

export const labTokenFields: Pick<LabTokenResolvers, 'attachment' | 'ledger'> = {
  attachment: async ({ oclId, tokenContract, wrapper }, _, { chain, log }) => {
    if (wrapper === null) return null;
    const { tokenId: labId } = decodeOclId(oclId);
    const attached = { labId, token: tokenContract as Address, wrapper: wrapper as Address };
    return readTokenAttachment(chain, attached).catch((error: unknown) => {
      log.warn({ err: error }, 'state of an attached token unavailable');
      return null;
    });
  },
  ledger: ({ wrapper, indexed }) => (wrapper === null ? indexed : null),
};

export const labTokenLedgerFields: LabTokenLedgerResolvers = {
  indexedBlock: ({ chainId }, _, { db }) => indexedBlockOf(db, chainId),
  holders: (token, { cursor, limit }, { db }) =>
    holdersOf(db, token, { after: parseHolderCursor(cursor), limit: clampLimit(limit, 50) }),
  transfers: (token, { cursor, limit }, { db }) =>
    transfersOf(db, token, { before: parseEventCursor(cursor), limit: clampLimit(limit, 50) }),
  supplyChanges: (token, { limit }, { db }) => supplyChangesOf(db, token, clampLimit(limit, 50)),
  weeks: (token, { limit }, { db }) => weeksOf(db, token, clampLimit(limit, 52)),
};
