import type { MutationReplayWebhookArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { parseLogCursor } from '#core/feed/event-cursor.ts';
import { requireInLog } from '#core/feed/require-in-log.ts';
import { ownWebhook } from './webhook-owner.ts';
import { replay } from './webhook-store.ts';

/** Sends the events after a position again. Enables an endpoint that was disabled. */
export async function replayWebhook(context: RequestContext, args: MutationReplayWebhookArgs) {
  const webhook = await ownWebhook(context, 'replayWebhook', args);
  const after = parseLogCursor(args.after);
  await requireInLog(context.db, after);
  return { webhook: await replay(context.db, webhook, after), message: 'The events are sent again.' };
}
