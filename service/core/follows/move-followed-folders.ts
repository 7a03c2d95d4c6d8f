import { sql } from 'drizzle-orm';
import type { LabTransaction } from '#platform/db/lab-transaction.ts';
import { follows } from '#platform/db/tables/follows.ts';

/** Keeps followed folders followed under their new paths, in the transaction that moves or restores them. */
export async function moveFollowedFolders(
  tx: LabTransaction,
  oclId: string,
  moves: readonly { from: string; to: string }[],
): Promise<void> {
  await tx.execute(sql`
    update ${follows} set path = "to" || substr(path, length("from") + 1)
    from (select distinct on (id) follows.id as moved, "from", "to"
      from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as move("from" text, "to" text)
      join follows on ocl_id = ${oclId} and kind = 'FOLDER' and starts_with(path, "from")
      order by id, length("from") desc) move
    where follows.id = moved`);
}
