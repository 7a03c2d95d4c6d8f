import { z } from 'zod';
import type { MutationCreateWebhookArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { oclId, parseInput, reasoned } from '#platform/input/input.ts';
import { isEndpoint } from '#platform/network/is-endpoint.ts';
import { requireWebhookOwner } from './webhook-owner.ts';
import { addWebhook } from './webhook-store.ts';

const argsFor = (isLocal: boolean) =>
  z.object({
    url: z
      .string()
      .max(2_000)
      .refine(
        (url) => isEndpoint(url, isLocal),
        reasoned(
          'INVALID_WEBHOOK_URL',
          'must be an https URL of the public internet with port 443 or one from 1024, without user, password and fragment',
        ),
      )
      .transform((url) => new URL(url).href),
    oclId: oclId.nullish(),
    filter: z.enum(['ANNOUNCEMENT', 'FILE']).nullish(),
  });

/** Adds an endpoint, and returns the secret that signs its messages. */
export async function createWebhook(context: RequestContext, args: MutationCreateWebhookArgs) {
  const isLocal = context.config.environment === 'local';
  const { url, oclId, filter } = parseInput(argsFor(isLocal), args);
  const owner = await requireWebhookOwner(context, 'createWebhook', oclId);
  const added = await addWebhook(context, owner, { url, filter: filter ?? null });
  return { ...added, message: 'Webhook added. Its secret is not shown again.' };
}
