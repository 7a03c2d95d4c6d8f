import { sql } from 'drizzle-orm';

/**
 * SQL: two parts of a `with` that queue the notices of a preceding `notified` (`number`, `wallet`), for addresses that get
 * mail and for browsers. A notice that changed while it is being sent is queued again.
 */
export const queueNotices = sql`mailed as (
    insert into notice_mails (notice, address_id)
    select notified.number, mail.id from notified join mail_addresses mail on mail.wallet = notified.wallet
    where mail.confirmed_at is not null and mail.disabled_at is null and mail.frequency <> 'OFF' order by mail.id, notified.number
    on conflict (address_id, notice) do update set mail_id = null
  ), pushed as (
    insert into notice_pushes as queued (notice, subscription_id)
    select notified.number, browser.id from notified join push_subscriptions browser on browser.wallet = notified.wallet
    order by browser.id, notified.number
    on conflict (subscription_id, notice) do update set version = queued.version + 1
  )`;
