import type { MutationDeleteWebhookArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { ownWebhook } from './webhook-owner.ts';
import { removeWebhook } from './webhook-store.ts';

/** Deletes an endpoint. What waits for it is not sent. */
export async function deleteWebhook(context: RequestContext, args: MutationDeleteWebhookArgs) {
  await removeWebhook(context.db, await ownWebhook(context, 'deleteWebhook', args));
  return { message: 'Webhook deleted.' };
}
