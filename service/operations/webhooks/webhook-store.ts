import { randomBytes, randomUUID } from 'node:crypto';
import { and, asc, count, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { LabActivityFilter } from '#contract/schema.generated.ts';
import type { ServiceContext } from '#core/context/context.ts';
import type { Database, Reader, Transaction } from '#platform/db/database.ts';
import { endOfLog } from '#platform/db/event-log.ts';
import { webhookDeliveries, webhookSecrets, webhooks } from '#platform/db/tables/webhooks.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import type { KeyContext } from '#platform/kms/kms.ts';

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
type Keys = Pick<ServiceContext, 'db' | 'kms' | 'config'>;

/** Endpoints of one lab, and of one consumer. */
const most = 10;
/** How long the former secret signs too after a rotation. */
const overlap = sql`interval '24 hours'`;

/** Whose endpoint it is: a lab's, or a consumer's. */
export type WebhookOwner = { oclId: string; wallet: string } | { consumerId: string };

export const webhookSecretContext = (environment: string, id: string): KeyContext => ({
  purpose: 'webhook-secret',
  environment,
  secret: id,
});

const isOf = (owner: WebhookOwner) =>
  'oclId' in owner
    ? eq(webhooks.oclId, owner.oclId)
    : and(eq(webhooks.consumerId, owner.consumerId), isNull(webhooks.oclId));

export function webhooksOf(db: Reader, owner: WebhookOwner): Promise<WebhookRow[]> {
  return db.select().from(webhooks).where(isOf(owner)).orderBy(asc(webhooks.createdAt), asc(webhooks.id));
}

/** @throws ServiceError `NOT_FOUND`, reason `WEBHOOK_NOT_FOUND`, also for an endpoint of another owner */
export async function findWebhook(db: Reader, owner: WebhookOwner, id: string): Promise<WebhookRow> {
  const [row] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), isOf(owner)));
  if (row) return row;
  throw new ServiceError('NOT_FOUND', 'There is no webhook with this id.', { reason: 'WEBHOOK_NOT_FOUND' });
}

/**
 * Adds an endpoint, which gets the events from now on.
 * @returns the endpoint with its secret, which is not shown again
 * @throws ServiceError `CONFLICT`, reason `TOO_MANY_WEBHOOKS`
 */
export async function addWebhook(
  context: Keys,
  owner: WebhookOwner,
  { url, filter }: { url: string; filter: LabActivityFilter | null },
): Promise<{ webhook: WebhookRow; secret: string }> {
  const { secret, row } = await newSecret(context);
  const webhook = await context.db.transaction(async (tx) => {
    const key = 'oclId' in owner ? owner.oclId : owner.consumerId;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('webhooks ' || ${key}, 0))`);
    const [known] = await tx.select({ count: count() }).from(webhooks).where(isOf(owner));
    if ((known?.count ?? 0) >= most) throw tooMany();
    const [added] = await tx
      .insert(webhooks)
      .values({ id: randomUUID(), ...owner, url, filter, queued: sql`${endOfLog}` })
      .returning();
    if (!added) throw new Error('The webhook was not inserted');
    await tx.insert(webhookSecrets).values({ ...row, webhookId: added.id });
    return added;
  });
  return { webhook, secret };
}

/** Replaces the secret. The former one signs too for a day; an earlier one no longer. */
export async function rotateSecret(context: Keys, { id }: WebhookRow): Promise<string> {
  const { secret, row } = await newSecret(context);
  await context.db.transaction(async (tx) => {
    await lockWebhook(tx, id);
    await tx
      .delete(webhookSecrets)
      .where(and(eq(webhookSecrets.webhookId, id), sql`${webhookSecrets.validUntil} is not null`));
    await tx
      .update(webhookSecrets)
      .set({ validUntil: sql`now() + ${overlap}` })
      .where(eq(webhookSecrets.webhookId, id));
    await tx.insert(webhookSecrets).values({ ...row, webhookId: id });
  });
  return secret;
}

/** A secret, and its row without the endpoint. */
async function newSecret({ kms, config }: Keys) {
  const id = randomUUID();
  const bytes = randomBytes(32);
  const wrapped = await kms.wrap(bytes, webhookSecretContext(config.environment, id));
  const secret = `whsec_${bytes.toString('base64')}`;
  bytes.fill(0);
  return { secret, row: { id, wrapped } };
}

const lockWebhook = (tx: Transaction, id: string) =>
  tx.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, id)).for('update');

export async function removeWebhook(db: Database, { id }: WebhookRow): Promise<void> {
  await db.delete(webhooks).where(eq(webhooks.id, id));
}

/** Delivers the events after a position again, in their order, also to an endpoint that was disabled. */
export function replay(db: Database, { id }: WebhookRow, after: number): Promise<WebhookRow> {
  return db.transaction(async (tx) => {
    await lockWebhook(tx, id);
    await tx
      .delete(webhookDeliveries)
      .where(and(eq(webhookDeliveries.webhookId, id), gt(webhookDeliveries.number, after)));
    await tx
      .update(webhookDeliveries)
      .set({ attempts: 0, dueAt: sql`now()` })
      .where(and(eq(webhookDeliveries.webhookId, id), isNull(webhookDeliveries.deliveredAt)));
    const [row] = await tx
      .update(webhooks)
      .set({ queued: after, disabledAt: null, failingSince: null })
      .where(eq(webhooks.id, id))
      .returning();
    if (!row)
      throw new ServiceError('NOT_FOUND', 'The webhook was deleted.', { reason: 'WEBHOOK_NOT_FOUND' });
    return row;
  });
}

/** Events that wait, and the last that were delivered; the newest first. */
export function lastDeliveries(db: Reader, webhookId: string, limit: number): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(desc(webhookDeliveries.number))
    .limit(limit);
}

/** Events that wait for delivery to an endpoint. */
export const waitingCount = (db: Reader, webhookId: string): Promise<number> =>
  db.$count(
    webhookDeliveries,
    and(eq(webhookDeliveries.webhookId, webhookId), isNull(webhookDeliveries.deliveredAt)),
  );

function tooMany(): ServiceError {
  return new ServiceError('CONFLICT', `There are ${most} webhooks already. Delete one first.`, {
    reason: 'TOO_MANY_WEBHOOKS',
  });
}
