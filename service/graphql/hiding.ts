import type { Hiding } from '#contract/schema.generated.ts';
import { isMember } from '#core/rights/sees-hidden.ts';
import type { ModeratedSubject } from '../operations/moderation/hide-store.ts';
import type { ResolverContext } from './loaders.ts';

/** Why and since when a subject is hidden, for members of its lab; `null` for others, and for what is shown. */
export async function hidingFor(
  context: ResolverContext,
  { kind, oclId, subject }: ModeratedSubject & { oclId: string },
): Promise<Hiding | null> {
  if (!(await isMember(context, oclId))) return null;
  const row = await context.loaders.hides.load({ kind, subject });
  return row && { reason: row.reason, at: row.hiddenAt };
}
