import type { MutationRotateWebhookSecretArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { ownWebhook } from './webhook-owner.ts';
import { rotateSecret } from './webhook-store.ts';

/** Replaces the secret of an endpoint. Messages have signatures of both for a day. */
export async function rotateWebhookSecret(context: RequestContext, args: MutationRotateWebhookSecretArgs) {
  const webhook = await ownWebhook(context, 'rotateWebhookSecret', args);
  const secret = await rotateSecret(context, webhook);
  const message = 'Secret replaced. It is not shown again; the former one signs too for 24 hours.';
  return { webhook, secret, message };
}
