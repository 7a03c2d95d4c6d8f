import type { ServiceContext } from '../context.ts';
import { forgetDeliveries } from '../operations/webhooks/delivery-store.ts';
import type { JobOutcome } from '../platform/job-outcome.ts';

/** Deletes deliveries that are no longer listed, and former secrets of webhooks. */
export async function forgetWebhookDeliveries({ db }: Pick<ServiceContext, 'db'>): Promise<JobOutcome> {
  return { done: await forgetDeliveries(db), more: false };
}
