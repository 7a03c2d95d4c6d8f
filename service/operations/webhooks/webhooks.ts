import { z } from 'zod';
import type { QueryWebhooksArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { requireWebhookOwner } from './webhook-owner.ts';
import { webhooksOf } from './webhook-store.ts';

const argsSchema = z.object({ oclId: oclId.nullish() });

/** The endpoints of a lab, or of the caller's consumer. */
export async function webhooks(context: RequestContext, args: QueryWebhooksArgs) {
  const { oclId } = parseInput(argsSchema, args);
  return webhooksOf(context.db, await requireWebhookOwner(context, 'webhooks', oclId));
}
