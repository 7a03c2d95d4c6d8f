import { type SQL, sql } from 'drizzle-orm';
import { mutes, type noticeKinds } from '#platform/db/tables/notices.ts';

type NoticeKind = (typeof noticeKinds)[number];

/** Notices about what a wallet set up itself. They are never muted. */
export const ownKinds: readonly NoticeKind[] = ['WEBHOOK_DISABLED', 'MAIL_DISABLED'];

interface About {
  /** SQL of text; also of `null`. */
  oclId: SQL;
  by: SQL;
  kinds: readonly NoticeKind[];
}

/** SQL: whether a wallet muted the lab, the author or one of the kinds of a notice. */
export const isMuted = (wallet: SQL, { oclId, by, kinds }: About): SQL => sql`exists (
  select from ${mutes} m where m.owner = ${wallet} and (m.kind = 'LAB' and m.target = ${oclId}
    or m.kind = 'WALLET' and m.target = ${by} or m.kind = 'NOTICE_KIND' and m.target = any(${sql.param([...kinds])}::text[])))`;
