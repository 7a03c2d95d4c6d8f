import { z } from 'zod';
import type { QueryAnnouncementArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { type ActivityRow, entryOfAnnouncement } from '#core/feed/feed-store.ts';
import { requireRegisteredLab } from '#core/labs/require-registered-lab.ts';
import { oclId, parseInput } from '#platform/input/input.ts';

const argsSchema = z.object({ oclId, id: z.string() });
const uuid = z.uuid();

/** One announcement of a lab, `null` if it has none with this id. */
export async function announcement(
  context: RequestContext,
  args: QueryAnnouncementArgs,
): Promise<ActivityRow | null> {
  const { oclId: lab, id } = parseInput(argsSchema, args);
  await requireRegisteredLab(context, lab);
  if (!uuid.safeParse(id).success) return null;
  return entryOfAnnouncement(context.db, lab, id.toLowerCase());
}
