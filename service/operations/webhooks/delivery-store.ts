import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { notify } from '#core/notices/notify.ts';
import type { Database } from '#platform/db/database.ts';
import { retryDelay } from '#platform/db/retry-delay.ts';
import { eventLog } from '#platform/db/tables/event-log.ts';
import { webhookDeliveries, webhookSecrets, webhooks } from '#platform/db/tables/webhooks.ts';
import type { PostOutcome } from './post-webhook.ts';
import type { WebhookRow } from './webhook-store.ts';

/** Events that wait for one endpoint at most. The log keeps the others. */
const mostWaiting = 1_000;
/** Delivered events of an endpoint that are listed. */
const mostListed = 100;
const longestDelaySeconds = 3_600;
/** An endpoint at which nothing succeeds is disabled after this time. */
const disabledAfter = sql`interval '5 days'`;
/** Attempts of one event in about this time. */
const mostAttempts = 130;

/** SQL: whether neither the entry nor the lab of an event `e` is hidden. Endpoints of a lab itself get all its events. */
const isListedEvent = sql`e.ocl_id not in (select l.ocl_id from labs l where l.hidden)
  and coalesce((select not a.hidden from activity a where a.ocl_id = e.ocl_id and a.seq = e.seq), true)`;

/**
 * Adds the next events of the log to what waits for endpoints, and moves the endpoints on, in one statement.
 * @returns whether an endpoint has further events
 */
export async function queueDeliveries(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ more: boolean }>(sql`
    with tail as materialized (select coalesce(max(number), 0) as number from event_log),
    behind as materialized (
      select w.id, w.ocl_id, w.filter, w.queued,
        ${mostWaiting} - (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.delivered_at is null) as room
      from webhooks w, tail where w.disabled_at is null and w.queued < tail.number
      order by w.queued, w.id limit 100 for update of w skip locked
    ), found as materialized (
      select b.id, b.room, e.number, e.ocl_id from behind b cross join lateral (
        select number, ocl_id from event_log e
        where e.number > b.queued and b.ocl_id is null and ${isListedEvent}
          and (b.filter is null or (b.filter = 'ANNOUNCEMENT') = (e.kind = 'ANNOUNCEMENT') and e.kind <> 'ONCHAIN')
        union all
        select number, ocl_id from event_log e
        where e.number > b.queued and e.ocl_id = b.ocl_id
          and (b.filter is null or (b.filter = 'ANNOUNCEMENT') = (e.kind = 'ANNOUNCEMENT') and e.kind <> 'ONCHAIN')
        order by number limit greatest(0, least(b.room, 500))) e
    ), added as (
      insert into webhook_deliveries (webhook_id, number, ocl_id) select id, number, ocl_id from found
      on conflict (webhook_id, number) do nothing
    ), moved as (
      update webhooks set queued = case when taken.count < greatest(0, least(b.room, 500)) then tail.number else coalesce(taken.last, b.queued) end
      from behind b left join lateral (select count(*)::int as count, max(number) as last from found where found.id = b.id) taken on true, tail
      where webhooks.id = b.id
      returning taken.count >= 500 and b.room > 500 as more
    )
    select coalesce(bool_or(more), false) as more from moved`);
  return rows[0]?.more ?? false;
}

/** The events of one lab that wait for one endpoint. */
export interface Run {
  webhookId: string;
  oclId: string;
  isFailing: boolean;
}

export const runKey = ({ webhookId, oclId }: Pick<Run, 'webhookId' | 'oclId'>) => `${webhookId} ${oclId}`;

/** Runs whose first event is due, but for those that are running; of each endpoint at most `perWebhook`. */
export async function dueRuns(db: Database, running: string[], perWebhook: number): Promise<Run[]> {
  const { rows } = await db.execute<Record<string, unknown> & Run>(sql`
    with heads as (
      select distinct on (webhook_id, ocl_id) webhook_id, ocl_id, number, due_at
      from webhook_deliveries where delivered_at is null order by webhook_id, ocl_id, number
    ), due as (
      select h.*, w.failing_since < now() - interval '1 minute' as failing,
        row_number() over (partition by h.webhook_id order by h.due_at, h.number) as place
      from heads h join webhooks w on w.id = h.webhook_id
      where w.disabled_at is null and h.due_at <= now() and h.webhook_id || ' ' || h.ocl_id <> all(${sql.param(running)}::text[])
    )
    select webhook_id as "webhookId", ocl_id as "oclId", coalesce(failing, false) as "isFailing" from due
    where place <= ${perWebhook} order by place, due_at limit 500`);
  return rows;
}

/** The next events of a run. */
export function waitingOf(db: Database, { webhookId, oclId }: Run, limit: number) {
  const { number } = webhookDeliveries;
  return db
    .select({ number, kind: eventLog.kind, at: eventLog.loggedAt })
    .from(webhookDeliveries)
    .innerJoin(eventLog, eq(eventLog.number, number))
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        eq(webhookDeliveries.oclId, oclId),
        isNull(webhookDeliveries.deliveredAt),
      ),
    )
    .orderBy(asc(number))
    .limit(limit);
}

/** The endpoint with its valid secrets, the present one first; undefined if it was disabled or deleted. */
export async function deliverable(db: Database, webhookId: string) {
  const rows = await db
    .select({ webhook: webhooks, secret: webhookSecrets })
    .from(webhooks)
    .innerJoin(webhookSecrets, eq(webhookSecrets.webhookId, webhooks.id))
    .where(
      and(
        eq(webhooks.id, webhookId),
        isNull(webhooks.disabledAt),
        or(isNull(webhookSecrets.validUntil), gt(webhookSecrets.validUntil, sql`now()`)),
      ),
    )
    .orderBy(sql`${webhookSecrets.validUntil} nulls first`);
  const [first] = rows;
  return first && { webhook: first.webhook, secrets: rows.map(({ secret }) => secret) };
}

/** Locks the webhook before its deliveries, as its deletion does. */
export async function recordDelivery(
  db: Database,
  webhookId: string,
  number: number,
  status: number,
): Promise<void> {
  await db.execute(sql`
    with hook as materialized (select id from webhooks where id = ${webhookId} for no key update),
    delivered as (
      update webhook_deliveries set delivered_at = clock_timestamp(), attempted_at = clock_timestamp(), attempts = attempts + 1,
        status = ${status}, failure = null
      from hook where webhook_id = hook.id and number = ${number})
    update webhooks set failing_since = null from hook where webhooks.id = hook.id and failing_since is not null`);
}

/**
 * Records a failed attempt and when the next is due. Disables the endpoint, and tells the wallet that added it, if it
 * says that it is gone, or after days of failure.
 */
export function recordFailure(
  db: Database,
  { id, wallet, oclId }: WebhookRow,
  number: number,
  outcome: PostOutcome,
): Promise<{ isDisabled: boolean }> {
  const status = 'status' in outcome ? outcome.status : null;
  const failure = 'failure' in outcome ? outcome.failure : null;
  return db.transaction(async (tx) => {
    // Before its deliveries, as its deletion does.
    await tx.execute(sql`select id from webhooks where id = ${id} for no key update`);
    const { rows } = await tx.execute<{ attempts: number }>(sql`
      update webhook_deliveries set attempted_at = clock_timestamp(), attempts = attempts + 1, status = ${status}, failure = ${failure},
        due_at = clock_timestamp() + ${retryDelay(0.25, longestDelaySeconds)}
      where webhook_id = ${id} and number = ${number} returning attempts`);
    const isHopeless = status === 410 || (rows[0]?.attempts ?? 0) >= mostAttempts;
    const disabled = await tx.execute<{ disabled: boolean }>(sql`
      update webhooks set failing_since = coalesce(failing_since, now()),
        disabled_at = case when ${isHopeless} or failing_since < now() - ${disabledAfter} then now() end
      where id = ${id} and disabled_at is null returning disabled_at is not null as disabled`);
    const isDisabled = disabled.rows[0]?.disabled ?? false;
    if (isDisabled && wallet && oclId)
      await notify(tx, [wallet], {
        kind: 'WEBHOOK_DISABLED',
        oclId,
        subject: {},
        key: `webhook ${id} ${number}`,
      });
    return { isDisabled };
  });
}

/** Deletes delivered events that are no longer listed, and secrets whose time is over. */
export async function forgetDeliveries(db: Database): Promise<number> {
  await db.execute(sql`delete from webhook_secrets where valid_until < now()`);
  const { rowCount } = await db.execute(sql`
    delete from webhook_deliveries d using webhooks w cross join lateral (
      select number from webhook_deliveries where webhook_id = w.id and delivered_at is not null
      order by number desc offset ${mostListed} limit 1) last
    where d.webhook_id = w.id and d.delivered_at is not null and d.number <= last.number`);
  return rowCount ?? 0;
}
