import { and, eq, inArray } from 'drizzle-orm';
import type { Address } from 'viem';
import { z } from 'zod';
import type { MutationCreateAnnouncementArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { appendToFeed } from '#core/feed/write-feed.ts';
import { lockLab, requireMetadataQuota } from '#core/labs/lab-lock.ts';
import { type CheckContext, requireRight, requireRightOf } from '#core/rights/authorize.ts';
import type { Reader } from '#platform/db/database.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { announcements } from '#platform/db/tables/activity.ts';
import { files } from '#platform/db/tables/files.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { markdown } from '#platform/input/markdown.ts';

const argsSchema = z.object({
  oclId,
  headline: z.string().trim().min(1).max(300),
  body: markdown(100_000).min(1),
  attachments: z.array(z.string()).max(50).nullish(),
});

/** @throws ServiceError `VALIDATION_FAILED` */
export function parseAnnouncementArgs(args: MutationCreateAnnouncementArgs) {
  return parseInput(argsSchema, args);
}

/** The refusals of `createAnnouncement` for a wallet, without publishing anything. */
export async function checkAnnouncement(
  context: CheckContext,
  wallet: Address,
  args: MutationCreateAnnouncementArgs,
): Promise<void> {
  const input = parseAnnouncementArgs(args);
  const { lab } = await requireRightOf(context, 'createAnnouncement', input.oclId, wallet);
  await requirePublishable(context.db, lab, input);
}

/** Puts an announcement on a lab's feed, with files of that lab attached. */
export async function createAnnouncement(context: RequestContext, args: MutationCreateAnnouncementArgs) {
  const input = parseAnnouncementArgs(args);
  const { wallet, lab } = await requireRight(context, 'createAnnouncement', input.oclId);
  await context.drawnTexts.prepare(input.body, lab.oclId);

  await labTransaction(context.db, lab.oclId, async (tx) => {
    // Locks the lab first, like every writer. The words that search learns are locked after it; another order could
    // deadlock.
    const locked = await lockLab(tx, lab.oclId);
    const { textBytes, attachments } = await requirePublishable(tx, locked, input);
    const [row] = await tx
      .insert(announcements)
      .values({ oclId: lab.oclId, headline: input.headline, body: input.body, attachments })
      .returning({ id: announcements.id });
    const entry = { kind: 'ANNOUNCEMENT', announcementId: row?.id ?? null, changeBy: wallet } as const;
    await appendToFeed(tx, lab.oclId, entry, textBytes);
  });
  return { message: 'Announcement published.' };
}

/** Requires room for the text, and attachments that are files of the lab. Decides races when the lab is locked. */
async function requirePublishable(
  db: Reader,
  lab: Parameters<typeof requireMetadataQuota>[0],
  input: z.output<typeof argsSchema>,
): Promise<{ textBytes: number; attachments: string[] }> {
  const textBytes = Buffer.byteLength(input.headline) + Buffer.byteLength(input.body);
  requireMetadataQuota(lab, textBytes);
  const attachments = [...new Set(input.attachments ?? [])];
  const known = attachments.length
    ? await db
        .select({ did: files.did })
        .from(files)
        .where(and(eq(files.oclId, lab.oclId), inArray(files.did, attachments)))
    : [];
  if (known.length === attachments.length) return { textBytes, attachments };
  throw new ServiceError('VALIDATION_FAILED', 'attachments must be DIDs of files of this lab.', {
    reason: 'UNKNOWN_ATTACHMENT',
    details: { argument: 'attachments' },
  });
}
