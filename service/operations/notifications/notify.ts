import { sql } from 'drizzle-orm';
import type { Transaction } from '#service/platform/db/database.ts';
import { type noticeKinds, notices } from '#service/platform/db/tables/notices.ts';
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

/** Adds a notice to the inbox of each wallet, in the transaction of the change that it tells about. Wallets are lowercase and unique. */
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
  // Two transactions that tell several of the same wallets under one key wait for each other in one order.
  await tx.execute(sql`
    with notified as (
      insert into ${notices} (kind, ocl_id, request_id, thread_id, ref, path, by, event_number, key, wallet)
      select ${values}, wallet from unnest(${sql.param(others.toSorted())}::text[]) wallet
      on conflict (wallet, key) do nothing returning number, wallet
    ), ${queueNotices}
    select`);
}
