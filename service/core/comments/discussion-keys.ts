import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Reader } from '#platform/db/database.ts';
import type { LabTransaction } from '#platform/db/lab-transaction.ts';
import { comments, discussionKeys, threads } from '#platform/db/tables/comments.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { countText } from '../labs/lab-lock.ts';
import type { discussionKeys as keysInput } from './discussion-keys-input.ts';

export type DiscussionKeyRow = typeof discussionKeys.$inferSelect;

/** Keys of comments whose data key was replaced, of several files. */
export function keysOfFiles(db: Reader, dids: readonly string[]): Promise<DiscussionKeyRow[]> {
  return db
    .select()
    .from(discussionKeys)
    .where(inArray(discussionKeys.fileDid, [...dids]));
}

interface KeyChange {
  oclId: string;
  ref: string;
  keyVersion: number;
  wallet: string;
  isEncrypted: boolean;
  keys: z.output<typeof keysInput>;
  deleteComments: boolean;
}

/**
 * Replaces the keys of encrypted comments in the transaction that destroys their data key. Every comment stays readable, is
 * published, or is deleted because the caller said so.
 * @throws ServiceError `CONFLICT`, reason `DISCUSSION_KEYS_REQUIRED`; `VALIDATION_FAILED`
 */
export async function changeDiscussionKeys(tx: LabTransaction, change: KeyChange): Promise<void> {
  const { ref, keyVersion, isEncrypted, keys } = change;
  requireFittingKeys(keys, isEncrypted);
  const inThreads = and(eq(threads.fileDid, ref), eq(threads.keyVersion, keyVersion));
  const ofThreads = inArray(comments.threadId, tx.select({ id: threads.id }).from(threads).where(inThreads));
  const ofVersion = and(eq(discussionKeys.fileDid, ref), eq(discussionKeys.keyVersion, keyVersion));
  const published = await tx
    .select({ sha256: discussionKeys.sha256 })
    .from(discussionKeys)
    .where(and(ofVersion, isNotNull(discussionKeys.published)));
  const used = await tx
    .selectDistinct({ sha256: comments.keySha256 })
    .from(comments)
    .where(and(ofThreads, isNotNull(comments.keySha256)));
  const isPublished = new Set(published.map(({ sha256 }) => sha256));
  const secret = used.flatMap(({ sha256 }) => (sha256 && !isPublished.has(sha256) ? [sha256] : []));
  const given = new Map(keys.map((key) => [key.sha256, key]));
  const missing = secret.filter((sha256) => !given.has(sha256));
  if (missing.length > 0) {
    if (!change.deleteComments) throw keysRequired(missing);
    await deleteUnderKeys(tx, change, missing);
  }
  await tx.delete(discussionKeys).where(and(ofVersion, isNull(discussionKeys.published)));
  const kept = secret.flatMap((sha256) => given.get(sha256) ?? []);
  if (kept.length > 0)
    await tx.insert(discussionKeys).values(kept.map((key) => ({ ...key, fileDid: ref, keyVersion })));
}

/** A key in the clear would publish the comments of a version that stays encrypted. */
function requireFittingKeys(keys: KeyChange['keys'], isEncrypted: boolean): void {
  if (keys.every(({ wrapped }) => (wrapped !== null) === isEncrypted)) return;
  const argument = isEncrypted ? 'wrappedKey' : 'key';
  throw new ServiceError(
    'VALIDATION_FAILED',
    `discussionKeys must have ${argument}, because the version ${isEncrypted ? 'stays encrypted' : 'becomes public'}.`,
    { details: { argument: 'discussionKeys' } },
  );
}

async function deleteUnderKeys(
  tx: LabTransaction,
  { oclId, ref, keyVersion, wallet }: KeyChange,
  keySha256: string[],
): Promise<void> {
  const { rows } = await tx.execute<{ bytes: number }>(sql`
    with gone as (
      select c.id, c.thread_id, octet_length(c.ciphertext) as bytes from comments c join threads t on t.id = c.thread_id
      where t.file_did = ${ref} and t.key_version = ${keyVersion} and c.key_sha256 = any(${sql.param(keySha256)}::text[])
    ), deleted as (
      update comments set ciphertext = null, key_sha256 = null, mentions = '{}', deleted_at = clock_timestamp(), deleted_by = ${wallet}
      from gone where comments.id = gone.id
    ), counted as (
      update threads set comment_count = comment_count - n
      from (select thread_id, count(*)::int as n from gone group by 1) g where threads.id = g.thread_id
    )
    select coalesce(sum(bytes), 0)::int as bytes from gone`);
  await countText(tx, oclId, -(rows[0]?.bytes ?? 0));
}

function keysRequired(sha256: string[]): ServiceError {
  return new ServiceError(
    'CONFLICT',
    'This version has encrypted comments, which would become unreadable. Send their keys as discussionKeys, or set deleteComments.',
    {
      reason: 'DISCUSSION_KEYS_REQUIRED',
      details: { contentHashes: sha256.map((hash) => `sha256:${hash}`) },
    },
  );
}
