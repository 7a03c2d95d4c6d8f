import { clampLimit } from '#platform/input/page.ts';
import { lastDeliveries, waitingCount } from '../operations/webhooks/webhook-store.ts';
import type { WebhookDeliveryResolvers, WebhookResolvers } from './resolvers.generated.ts';

export const webhookFields: WebhookResolvers = {
  waiting: ({ id }, _, { db }) => waitingCount(db, id),
  deliveries: ({ id }, { limit }, { db }) => lastDeliveries(db, id, clampLimit(limit, 20)),
};

export const webhookDeliveryFields: WebhookDeliveryResolvers = {
  eventCursor: ({ number }) => String(number),
  nextAttemptAt: ({ dueAt, deliveredAt }) => (deliveredAt ? null : dueAt),
};
