import { createHash } from 'node:crypto';
import { storedHash } from '@labroom/protocol/content-hash';
import { type ManifestFile, serializeManifest } from '@labroom/protocol/release-manifest';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationCreateReleaseArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { createDidKey, recordDidKeys } from '#core/did/did-key.ts';
import { appendToFeed } from '#core/feed/write-feed.ts';
import { type ListedFile, listFilesBriefly } from '#core/files/file-store.ts';
import { lockLab, requireQuota } from '#core/labs/lab-lock.ts';
import { requireRight } from '#core/rights/authorize.ts';
import { type LabTransaction, labTransaction } from '#platform/db/lab-transaction.ts';
import { sendLast, sendTogether } from '#platform/db/send-together.ts';
import { releases } from '#platform/db/tables/releases.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { markdown } from '#platform/input/markdown.ts';
import type { ReleaseRow } from './release-store.ts';

/** Releases of a lab. */
const MOST_RELEASES = 100;
/** Files of a release. */
const MOST_FILES = 10_000;

const argsSchema = z.object({
  oclId,
  name: z.string().trim().min(1).max(100),
  description: markdown(10_000).nullish(),
});

/**
 * Names the present state of a data room. Every writer of a data room locks its lab, so the files are read at one moment.
 */
export async function createRelease(context: RequestContext, args: MutationCreateReleaseArgs) {
  const input = parseInput(argsSchema, args);
  const { wallet, lab } = await requireRight(context, 'createRelease', input.oclId);
  await context.drawnTexts.prepare(input.description, lab.oclId);
  const key = await createDidKey(context, 'release');

  const release = await labTransaction(context.db, lab.oclId, async (tx) => {
    const locked = await lockLab(tx, lab.oclId);
    const number = await nextNumber(tx, lab.oclId, input.name);
    const files = (await listFilesBriefly(tx, { oclId: lab.oclId, withHidden: true })).map(manifestFile);
    if (files.length > MOST_FILES) throw tooMany(`A release has at most ${MOST_FILES} files.`, MOST_FILES);
    const { rows: clock } = await tx.execute<{ now: string }>(
      sql`select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
    );
    const createdAt = clock[0]?.now ?? '';
    const { did } = key;
    const stated = {
      oclId: lab.oclId,
      did,
      number,
      name: input.name,
      description: input.description || null,
    };
    const manifest = serializeManifest({ ...stated, createdAt, createdBy: wallet, files });
    const manifestLength = Buffer.byteLength(manifest);
    await requireQuota(tx, locked, manifestLength);
    const [, [row]] = await sendTogether([
      recordDidKeys(tx, [key]),
      tx
        .insert(releases)
        .values({
          ...stated,
          fileCount: files.length,
          contentLength: files.reduce((sum, file) => sum + file.contentLength, 0),
          manifest,
          manifestLength,
          manifestSha256: createHash('sha256').update(manifest).digest('hex'),
          createdAt: new Date(createdAt),
          createdBy: wallet,
        })
        .returning(),
    ]);
    if (!row) throw new Error('The release was not stored');
    const entry = { kind: 'RELEASE_CREATED', releaseId: row.id, changeBy: wallet } as const;
    sendLast(tx, appendToFeed(tx, lab.oclId, entry, { storedBytes: manifestLength }));
    return row satisfies ReleaseRow;
  });
  return { release, message: `Release ${release.number} has ${release.fileCount} files.` };
}

async function nextNumber(tx: LabTransaction, ofLab: string, name: string): Promise<number> {
  const existing = await tx.select({ name: releases.name }).from(releases).where(eq(releases.oclId, ofLab));
  if (existing.some((release) => release.name === name)) {
    throw new ServiceError('CONFLICT', 'A release of this lab has this name. Choose another one.', {
      reason: 'RELEASE_NAME_TAKEN',
      details: { argument: 'name' },
    });
  }
  if (existing.length >= MOST_RELEASES)
    throw tooMany(`A lab has at most ${MOST_RELEASES} releases.`, MOST_RELEASES);
  return existing.length + 1;
}

function manifestFile({ did, path, version, accessLevel, newest }: ListedFile): ManifestFile {
  const { contentType, contentLength, sha256 } = newest;
  return { did, path, version, accessLevel, contentType, contentLength, contentHash: storedHash(sha256) };
}

function tooMany(message: string, limit: number): ServiceError {
  return new ServiceError('FAILED_PRECONDITION', message, { reason: 'QUOTA_EXCEEDED', details: { limit } });
}
