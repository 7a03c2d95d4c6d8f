import { sql } from 'drizzle-orm';

/**
 * SQL: queues the notices of a preceding `notified` (`number`, `wallet`) for the wallets that get mail. A notice that
 * changed while its mail is being sent is queued again.
 */
export const queueMail = sql`
  insert into notice_mails (notice, address_id)
  select notified.number, mail.id from notified join mail_addresses mail on mail.wallet = notified.wallet
  where mail.confirmed_at is not null and mail.disabled_at is null and mail.frequency <> 'OFF' order by mail.id, notified.number
  on conflict (address_id, notice) do update set mail_id = null`;
