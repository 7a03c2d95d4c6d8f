import { sql } from 'drizzle-orm';
import { listedColumns, listedJoins } from '#core/notices/listed-notice.ts';
import type { ListedNotice } from '#core/notices/notice-line.ts';
import { notify } from '#core/notices/notify.ts';
import type { Database } from '#platform/db/database.ts';
import { retryDelay } from '#platform/db/retry-delay.ts';

/** Addresses that are read at once. */
const portion = 20;
/** Notices that one mail names. It counts the others. */
const mostListed = 50;
const longestDelaySeconds = 6 * 3_600;
/** An address that takes nothing is disabled after this time. */
const disabledAfter = sql`interval '5 days'`;

/** One mail to send. */
export interface DueMail {
  /** Of the address. */
  id: string;
  wallet: string;
  address: string;
  /** Equal in every repetition of the mail; of a confirmation, what its link names. */
  mailId: string;
  /** `null` asks for a confirmation. */
  notices: ListedNotice[] | null;
  /** All notices, of which `notices` has the newest. */
  count: number;
}

/** Confirmations that were not sent. */
export async function dueConfirmations(db: Database): Promise<DueMail[]> {
  const { rows } = await db.execute<{ id: string; wallet: string; address: string; mailId: string }>(sql`
    select id, wallet, address, confirmation_id as "mailId" from mail_addresses
    where confirmed_at is null and confirmation_sent_at is null and disabled_at is null and confirm_by > now() and due_at <= now()
    order by due_at limit ${portion}`);
  return rows.map((row) => ({ ...row, notices: null, count: 0 }));
}

/**
 * Addresses whose notices are due, each with all that waits for it as one mail. A mail that was begun before is repeated
 * with the same notices.
 */
export async function dueMails(
  db: Database,
  { collectSeconds, pauseSeconds }: { collectSeconds: number; pauseSeconds: number },
): Promise<DueMail[]> {
  const { rows } = await db.execute<{ id: string; wallet: string; address: string; mailId: string }>(sql`
    with due as materialized (
      select m.id, m.wallet, m.address, (select mail_id from notice_mails where address_id = m.id and mail_id is not null limit 1) as begun
      from mail_addresses m
      where m.confirmed_at is not null and m.disabled_at is null and m.frequency <> 'OFF' and m.due_at <= now() and exists (
        select from notice_mails q where q.address_id = m.id and (q.mail_id is not null or case m.frequency
          when 'DAILY' then q.queued_at < ${lastDigest}
          else q.queued_at <= now() - ${collectSeconds} * interval '1 second'
            and coalesce(m.mailed_at <= now() - ${pauseSeconds} * interval '1 second', true) end))
      order by m.due_at, m.id limit ${portion}
    ), named as materialized (select *, coalesce(begun, gen_random_uuid()) as mail_id from due), begun as (
      update notice_mails q set mail_id = named.mail_id from named
      where q.address_id = named.id and named.begun is null and q.mail_id is null
    )
    select id, wallet, address, mail_id as "mailId" from named`);
  return Promise.all(rows.map(async (row) => ({ ...row, ...(await noticesOf(db, row.mailId)) })));
}

/** SQL: the last time that daily mails became due. */
const lastDigest = sql`(date_trunc('day', now() at time zone 'utc' - interval '7 hours') + interval '7 hours') at time zone 'utc'`;

async function noticesOf(db: Database, mailId: string): Promise<Pick<DueMail, 'notices' | 'count'>> {
  const { rows } = await db.execute<Record<string, unknown> & ListedNotice & { total: number }>(sql`
    select ${listedColumns}, count(*) over ()::int as total
    from notice_mails q join notices n on n.number = q.notice ${listedJoins}
    where q.mail_id = ${mailId} order by n.number desc limit ${mostListed}`);
  return { notices: rows, count: rows[0]?.total ?? 0 };
}

/** Records that a mail server took a mail. */
export function recordMailed(db: Database, { id, mailId, notices }: DueMail): Promise<void> {
  return db.transaction(async (tx) => {
    const sent = notices ? sql`mailed_at` : sql`confirmation_sent_at`;
    // Another confirmation may have been asked for meanwhile.
    const isCurrent = notices ? sql`true` : sql`confirmation_id = ${mailId}`;
    await tx.execute(sql`
      update mail_addresses set ${sent} = clock_timestamp(), attempts = 0, failing_since = null, due_at = clock_timestamp()
      where id = ${id} and ${isCurrent}`);
    await tx.execute(sql`delete from notice_mails where address_id = ${id} and mail_id = ${mailId}`);
  });
}

/** Records that a mail server refused a mail for now, and when the next attempt is due. Disables the address after days. */
export async function recordDeferred(db: Database, mail: DueMail): Promise<{ isDisabled: boolean }> {
  const { rows } = await db.execute<{ over: boolean }>(sql`
    update mail_addresses set attempts = attempts + 1, failing_since = coalesce(failing_since, now()),
      due_at = clock_timestamp() + ${retryDelay(15, longestDelaySeconds)}
    where id = ${mail.id} returning failing_since < now() - ${disabledAfter} as over`);
  if (!rows[0]?.over) return { isDisabled: false };
  await recordRejected(db, mail);
  return { isDisabled: true };
}

/** Ends mail to an address that its server rejects, and tells its wallet. */
export function recordRejected(db: Database, { id, wallet }: DueMail): Promise<void> {
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      update mail_addresses set disabled_at = now(), failing_since = coalesce(failing_since, now())
      where id = ${id} and disabled_at is null`);
    if (rowCount === 0) return;
    await tx.execute(sql`delete from notice_mails where address_id = ${id}`);
    await notify(tx, [wallet], { kind: 'MAIL_DISABLED', oclId: null, subject: {}, key: `mail ${id}` });
  });
}
