import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Address } from 'viem';
import { z } from 'zod';
import type { MutationCreateAnnouncementArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { appendToFeed } from '#core/feed/write-feed.ts';
import { lockLabAndRead, requireMetadataQuota } from '#core/labs/lab-lock.ts';
import { type CheckContext, requireRight, requireRightOf } from '#core/rights/authorize.ts';
import type { Reader } from '#platform/db/database.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { sendLast } from '#platform/db/send-together.ts';
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

type Input = z.output<typeof argsSchema>;

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
  requirePublishable(lab, input, (await selectAttached(context.db, lab.oclId, input)) ?? []);
}

/** Puts an announcement on a lab's feed, with files of that lab attached. */
export async function createAnnouncement(context: RequestContext, args: MutationCreateAnnouncementArgs) {
  const input = parseAnnouncementArgs(args);
  const { wallet, lab } = await requireRight(context, 'createAnnouncement', input.oclId);
  await context.drawnTexts.prepare(input.body, lab.oclId);

  await labTransaction(context.db, lab.oclId, async (tx) => {
    // Locks the lab first, like every writer. The words that search learns are locked after it; another order could
    // deadlock.
    const [locked, found] = await lockLabAndRead(tx, lab.oclId, selectAttached(tx, lab.oclId, input));
    const { textBytes, attachments } = requirePublishable(locked, input, found ?? []);
    const id = randomUUID();
    const { headline, body } = input;
    const entry = { kind: 'ANNOUNCEMENT', announcementId: id, changeBy: wallet } as const;
    sendLast(
      tx,
      tx.insert(announcements).values({ id, oclId: lab.oclId, headline, body, attachments }),
      appendToFeed(tx, lab.oclId, entry, { textBytes }),
    );
  });
  return { message: 'Announcement published.' };
}

/** The statement for the files of the lab that are attached; `null` where there is nothing to look for. */
function selectAttached(db: Reader, oclId: string, { attachments }: Input) {
  if (!attachments?.length) return null;
  return db
    .select({ did: files.did })
    .from(files)
    .where(and(eq(files.oclId, oclId), inArray(files.did, attachments)));
}

/** Requires room for the text, and attachments that are files of the lab. Decides races when the lab is locked. */
function requirePublishable(
  lab: Parameters<typeof requireMetadataQuota>[0],
  input: Input,
  found: readonly { did: string }[],
): { textBytes: number; attachments: string[] } {
  const textBytes = Buffer.byteLength(input.headline) + Buffer.byteLength(input.body);
  requireMetadataQuota(lab, textBytes);
  const attachments = [...new Set(input.attachments ?? [])];
  if (found.length === attachments.length) return { textBytes, attachments };
  throw new ServiceError('VALIDATION_FAILED', 'attachments must be DIDs of files of this lab.', {
    reason: 'UNKNOWN_ATTACHMENT',
    details: { argument: 'attachments' },
  });
}
