import { didSubjects } from '@labroom/contracts/did-link';
import type { Hex } from 'viem';
import type { labs } from '#platform/db/tables/labs.ts';

/** Returns the DIDs to link for a lab. */
export function linksOf(
  lab: Pick<typeof labs.$inferSelect, 'accountDid' | 'dataRoomDid'>,
): { subject: Hex; did: string }[] {
  return [
    { subject: didSubjects.account, did: lab.accountDid },
    { subject: didSubjects.dataRoom, did: lab.dataRoomDid },
  ];
}
