import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { RequestContext } from '#service/context.ts';
import { labTransaction } from '#service/platform/db/lab-transaction.ts';
import { announcements } from '#service/platform/db/tables/activity.ts';
import { files } from '#service/platform/db/tables/files.ts';
import { ServiceError } from '#service/platform/errors.ts';
import { oclId, parseInput } from '#service/platform/input.ts';
import type { MutationCreateAnnouncementArgs } from '#service/schema.generated.ts';
import { appendToFeed } from '../activity/feed-store.ts';
import { requireContributor } from '../authorize.ts';
import { lockLab, requireMetadataQuota } from '../files/upload-store.ts';

const argsSchema = z.object({
  oclId,
  headline: z.string().trim().min(1).max(300),
  body: z.string().min(1).max(100_000),
  attachments: z.array(z.string()).max(50).nullish(),
});

/** @throws ServiceError `VALIDATION_FAILED` */
export function parseAnnouncementArgs(args: MutationCreateAnnouncementArgs) {
  return parseInput(argsSchema, args);
}

/** Puts an announcement on a lab's feed, with files of that lab attached. */
export async function createAnnouncement(context: RequestContext, args: MutationCreateAnnouncementArgs) {
  const input = parseAnnouncementArgs(args);
  const { wallet, lab } = await requireContributor(context, input.oclId);

  const attachments = [...new Set(input.attachments ?? [])];
  await labTransaction(context.db, lab.oclId, async (tx) => {
    // Locks the lab first, like every writer. The words that search learns are locked after it; another order could
    // deadlock.
    const locked = await lockLab(tx, lab.oclId);
    const textBytes = Buffer.byteLength(input.headline) + Buffer.byteLength(input.body);
    requireMetadataQuota(locked, textBytes);
    const known = attachments.length
      ? await tx
          .select({ did: files.did })
          .from(files)
          .where(and(eq(files.oclId, lab.oclId), inArray(files.did, attachments)))
      : [];
    if (known.length < attachments.length) {
      throw new ServiceError('VALIDATION_FAILED', 'attachments must be DIDs of files of this lab.', {
        reason: 'UNKNOWN_ATTACHMENT',
        details: { argument: 'attachments' },
      });
    }
    const [row] = await tx
      .insert(announcements)
      .values({ oclId: lab.oclId, headline: input.headline, body: input.body, attachments })
      .returning({ id: announcements.id });
    const entry = { kind: 'ANNOUNCEMENT', announcementId: row?.id ?? null, changeBy: wallet } as const;
    await appendToFeed(tx, lab.oclId, entry, textBytes);
  });
  return { message: 'Announcement published.' };
}
