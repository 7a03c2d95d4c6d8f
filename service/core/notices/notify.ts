import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { type noticeKinds, notices } from '#platform/db/tables/notices.ts';
import { isMuted, ownKinds } from './muted.ts';
import { queueNotices } from './queue-notices.ts';

export interface Notice {
  kind: (typeof noticeKinds)[number];
  /** `null` if it is about no lab. */
  oclId: string | null;
  /** Public facts only: ids, a path as public as today, wallets. Never the words of a comment, of an answer or of a file. */
  subject: {
    requestId?: string;
    threadId?: string;
    ref?: string;
    path?: string;
    /** The wallet that did it, lowercase. It is not told itself. */
    by?: string;
    eventNumber?: number;
  };
  /** A repeated notice with this key for the same wallet is dropped. */
  key: string;
}

/**
 * Adds a notice to the inbox of each wallet that did not mute it, in the transaction of the change that it tells about. Wallets are
 * lowercase and unique.
 */
export async function notify(tx: Transaction, to: readonly string[], notice: Notice): Promise<void> {
  const { kind, oclId, subject, key } = notice;
  const others = to.filter((wallet) => wallet !== subject.by);
  if (others.length === 0) return;
  const { requestId = null, threadId = null, ref = null, path = null, by = null } = subject;
  const values = sql.join(
    [kind, oclId, requestId, threadId, ref, path, by, subject.eventNumber ?? null, key].map(
      (value) => sql`${value}`,
    ),
    sql`, `,
  );
  const about = { oclId: sql`${oclId}::text`, by: sql`${by}::text`, kinds: [kind] };
  const isWanted = ownKinds.includes(kind) ? sql`true` : sql`not ${isMuted(sql`told.address`, about)}`;
  // Two transactions that tell several of the same wallets under one key wait for each other in one order.
  await tx.execute(sql`
    with notified as (
      insert into ${notices} (kind, ocl_id, request_id, thread_id, ref, path, by, event_number, key, wallet)
      select ${values}, told.address from unnest(${sql.param(others.toSorted())}::text[]) told (address) where ${isWanted}
      on conflict (wallet, key) do nothing returning number, wallet
    ), ${queueNotices}
    select`);
}

interface UnknownMention {
  oclId: string;
  /** The wallet that did it, lowercase. */
  by: string;
  kind: 'MENTIONED' | 'REVIEW_WANTED';
}

/**
 * Counts what a lab wants of wallets that do not know it: one notice for each wallet and lab, without words or names. It is mailed and
 * shown by browsers once, and not while another of its kind is unread, so that many labs make no more noise than one.
 */
export async function countUnknownMention(
  tx: Transaction,
  to: readonly string[],
  { oclId, by, kind }: UnknownMention,
): Promise<void> {
  const others = to.filter((wallet) => wallet !== by);
  if (others.length === 0) return;
  const collected = 'MENTIONED_BY_UNKNOWN_LAB';
  const about = { oclId: sql`${oclId}::text`, by: sql`${by}::text`, kinds: [kind, collected] as const };
  await tx.execute(sql`
    with counted as (
      insert into ${notices} as known (kind, ocl_id, key, wallet)
      select ${collected}, ${oclId}::text, ${`unknown lab ${oclId}`}, told.address
        from unnest(${sql.param(others.toSorted())}::text[]) told (address)
      where not ${isMuted(sql`told.address`, about)}
      on conflict (wallet, key) do update set count = known.count + 1
      returning number, wallet, count
    ), notified as (
      select number, wallet from counted where count = 1 and not exists (
        select from ${notices} other where other.wallet = counted.wallet and other.kind = ${collected} and other.read_at is null)
    ), ${queueNotices}
    select`);
}
