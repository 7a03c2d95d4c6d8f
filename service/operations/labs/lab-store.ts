import { type DidKey, recordDidKeys } from '#core/did/did-key.ts';
import { queueDidLink } from '#core/did/queue-did-link.ts';
import type { LabRow } from '#core/labs/lab-rows.ts';
import type { Database } from '#platform/db/database.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { labShortnames, labs } from '#platform/db/tables/labs.ts';

interface NewLab {
  oclId: string;
  tokenId: string;
  account: string;
  registeredBy: string;
  storageLimit: number;
  accountKey: DidKey;
  dataRoomKey: DidKey;
}

/** Registers a lab and queues the linking of its DIDs. Of concurrent calls one gets the row, the others undefined. */
export function insertLab(db: Database, lab: NewLab): Promise<LabRow | undefined> {
  const { accountKey, dataRoomKey, ...row } = lab;
  return labTransaction(db, lab.oclId, async (tx) => {
    const [inserted] = await tx
      .insert(labs)
      .values({
        ...row,
        shortname: `lab-${lab.tokenId}`,
        accountDid: accountKey.did,
        dataRoomDid: dataRoomKey.did,
      })
      .onConflictDoNothing({ target: labs.oclId })
      .returning();
    if (!inserted) return undefined;
    await tx.insert(labShortnames).values({ shortname: inserted.shortname, oclId: inserted.oclId });
    await recordDidKeys(tx, [accountKey, dataRoomKey]);
    await queueDidLink(tx, inserted.oclId);
    return inserted;
  });
}
