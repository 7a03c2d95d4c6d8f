import { setTimeout as pause } from 'node:timers/promises';
import { decodeOclId } from '@labroom/contracts/ocl-id';
import { inArray } from 'drizzle-orm';
import { readHolder } from '#chain/lab-nft.ts';
import { type OwnerSource, resolveOwners } from '#chain/owners.ts';
import type { ServiceContext } from '#core/context/context.ts';
import { labs } from '#platform/db/tables/labs.ts';

/** Maximum wait of a list for the chain; after it the list shows the indexed members. */
const patienceMs = 3_000;

interface LiveOwner {
  oclId: string;
  owner: string;
  source: OwnerSource;
  since: Date;
}

/**
 * Reads the owners of registered labs that are not indexed yet, e.g. right after a mint, from the chain. Returns none if
 * the chain cannot be read, because lists work without it.
 */
export async function readUnindexedOwners(
  context: Pick<ServiceContext, 'db' | 'chain'>,
  oclIds: string[],
): Promise<LiveOwner[]> {
  const rows = await context.db
    .select({ oclId: labs.oclId, since: labs.registeredAt })
    .from(labs)
    .where(inArray(labs.oclId, oclIds));
  if (rows.length === 0) return [];
  const timer = new AbortController();
  const enough = pause(patienceMs, [], { signal: timer.signal });
  const found = rows.map(async ({ oclId, since }) => {
    const holder = await readHolder(context.chain, decodeOclId(oclId).tokenId);
    const { owners } = holder ? await resolveOwners(context.chain, holder) : { owners: [] };
    return owners.map(({ address, source }) => ({ oclId, owner: address, source, since }));
  });
  const answers = await Promise.all(found.map((owners) => Promise.race([owners, enough]).catch(() => [])));
  timer.abort();
  return answers.flat();
}
