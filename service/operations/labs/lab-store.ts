import { type DidKey, recordDidKeys } from '#core/did/did-key.ts';
import type { LabRow } from '#core/labs/lab-rows.ts';
import type { Database } from '#platform/db/database.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { sendLast } from '#platform/db/send-together.ts';
import { didLinks } from '#platform/db/tables/did.ts';
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
    const { shortname, oclId } = inserted;
    sendLast(
      tx,
      tx.insert(labShortnames).values({ shortname, oclId }),
      recordDidKeys(tx, [accountKey, dataRoomKey]),
      tx.insert(didLinks).values({ oclId }),
    );
    return inserted;
  });
}
