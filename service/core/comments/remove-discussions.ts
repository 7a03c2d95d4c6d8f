import { sql } from 'drizzle-orm';
import type { LabTransaction } from '#platform/db/lab-transaction.ts';

/** Destroys the discussions and reviews of files of a locked lab. @returns bytes, as `labs.textBytes` counts them */
export async function removeDiscussions(
  tx: LabTransaction,
  oclId: string,
  dids: readonly string[],
): Promise<number> {
  if (dids.length === 0) return 0;
  const ofFiles = sql`file_did = any(${sql.param([...dids])}::text[])`;
  const { rows } = await tx.execute<{ bytes: string }>(sql`
    with gone as (delete from threads where ocl_id = ${oclId} and ${ofFiles} returning id),
      no_keys as (delete from discussion_keys where ${ofFiles}), no_reviews as (delete from file_reviews where ${ofFiles})
    -- Every part of the statement sees the rows as they were before it.
    select coalesce(sum(octet_length(coalesce(body, '')) + octet_length(coalesce(ciphertext, ''))), 0) as bytes
    from comments where thread_id in (select id from gone)`);
  return Number(rows[0]?.bytes ?? 0);
}
