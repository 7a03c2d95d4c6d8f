import type { ServiceContext } from '#core/context/context.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';
import { forgetDeliveries } from '../operations/webhooks/delivery-store.ts';

/** Deletes deliveries that are no longer listed, and former secrets of webhooks. */
export async function forgetWebhookDeliveries({ db }: Pick<ServiceContext, 'db'>): Promise<JobOutcome> {
  return { done: await forgetDeliveries(db), more: false };
}
