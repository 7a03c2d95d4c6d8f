import { orOnList, splitLists } from '@labroom/protocol/access-list';
import { conditionForList } from '@labroom/protocol/conditions';
import { storedHash } from '@labroom/protocol/content-hash';
import { filesSubject } from '@labroom/protocol/files-subject';
import { mayCallOnOthers } from '@labroom/protocol/lab-rights';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationShareFilesArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { snapshotOf, withoutText } from '#core/feed/file-snapshot.ts';
import { appendToFeed } from '#core/feed/write-feed.ts';
import { fileNotFound, versionChanged } from '#core/files/file-errors.ts';
import { findFileByDid, versionsOf } from '#core/files/file-store.ts';
import { storedConditionsOf } from '#core/keys/condition-sets.ts';
import { storedConditions } from '#core/keys/stored-conditions.ts';
import { lockLab } from '#core/labs/lab-lock.ts';
import { requireRight, unauthorized } from '#core/rights/authorize.ts';
import { type LabTransaction, labTransaction } from '#platform/db/lab-transaction.ts';
import { type FileRow, files, fileVersions, type VersionRow } from '#platform/db/tables/files.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { hashOfBytes, oclId, parseInput } from '#platform/input/input.ts';

const most = 100;

const argsSchema = z.object({
  oclId,
  files: z
    .array(
      z.object({
        ref: z.string(),
        versions: z
          .array(z.object({ version: z.int().min(1), contentHash: hashOfBytes }))
          .min(1)
          .max(most),
      }),
    )
    .min(1)
    .max(most)
    .refine((all) => new Set(all.map(({ ref }) => ref)).size === all.length, {
      error: 'name a file twice',
    }),
});

type NamedFile = z.output<typeof argsSchema>['files'][number];
type NamedVersion = NamedFile['versions'][number];
/** A version that is encrypted. */
type SecretVersion = VersionRow & { encryption: NonNullable<VersionRow['encryption']> };

interface Sharing {
  context: RequestContext;
  wallet: string;
  mayChangeOthers: boolean;
  oclId: string;
  subject: string;
  condition: ReturnType<typeof conditionForList>;
}

/**
 * Adds "or on the list of these files" to the conditions of versions, and does nothing else: the new conditions follow from those that are stored,
 * in the transaction that replaces them. Bytes and data keys stay.
 *
 * [Note: conditions change beside the key] The wrap of a data key is bound to the wallet that it was issued to and to its own id, and its row to
 * one version (`data-key.ts`). A release starts from the version and evaluates the conditions that it has at that moment. So other conditions need
 * no other wrap, and nobody can present former conditions for it.
 */
export async function shareFiles(context: RequestContext, args: MutationShareFilesArgs) {
  const input = parseInput(argsSchema, args);
  const { wallet, lab, role } = await requireRight(context, 'shareFiles', input.oclId);
  const { contracts, name } = context.config.chain;
  if (!contracts.accessList) throw noAccessList();
  const subject = filesSubject(input.files.map(({ ref }) => ref));
  const sharing: Sharing = {
    ...{ context, wallet, subject, oclId: lab.oclId },
    mayChangeOthers: mayCallOnOthers('shareFiles', role),
    condition: conditionForList(lab.oclId, { name, list: contracts.accessList }, subject),
  };
  const shared = await labTransaction(context.db, lab.oclId, async (tx) => {
    await lockLab(tx, lab.oclId);
    const done: { ref: string; versions: number[] }[] = [];
    for (const named of input.files) done.push(await shareFile(tx, sharing, named));
    return done;
  });
  return { subject, files: shared, message: messageFor(shared) };
}

async function shareFile(tx: LabTransaction, sharing: Sharing, { ref, versions }: NamedFile) {
  const file = await findFileByDid(tx, sharing.oclId, ref);
  if (!file) throw fileNotFound();
  const all = await versionsOf(tx, [file.id]);
  const shared = new Map(
    versions.map((named) => {
      const version = requireShareable(sharing, all, named);
      return [keyOf(version), version];
    }),
  );
  const changed: VersionRow[] = [];
  for (const version of shared.values()) changed.push(...(await widen(tx, sharing, version)));
  if (changed.length > 0) await tell(tx, { file, wallet: sharing.wallet, changed });
  return {
    ref: file.did,
    versions: all.filter((version) => shared.has(keyOf(version))).map(({ version }) => version),
  };
}

/** Versions with the same bytes have one data key, and open to the same wallets. */
function keyOf({ restoredFrom, version }: VersionRow): number {
  return restoredFrom ?? version;
}

/** The version, as the caller read it, where the wallet may change who opens it. */
function requireShareable(
  { mayChangeOthers, wallet }: Sharing,
  all: readonly VersionRow[],
  named: NamedVersion,
): SecretVersion {
  const found = all.find(({ version }) => version === named.version);
  if (!found) throw fileNotFound();
  if (!mayChangeOthers && found.changeBy !== wallet)
    throw unauthorized('Only an owner of this lab, or who added this version, may share it.');
  const { encryption } = found;
  if (storedHash(found.sha256) !== named.contentHash) throw versionChanged();
  if (!encryption) {
    throw new ServiceError('FAILED_PRECONDITION', `Version ${found.version} is public: everybody opens it.`, {
      reason: 'NOT_ENCRYPTED',
      details: { argument: 'files' },
    });
  }
  return { ...found, encryption };
}

/** Adds the list to the conditions of a version and those with its bytes, where they do not end with it; returns what changed. */
async function widen(
  tx: LabTransaction,
  { context, oclId, subject, condition }: Sharing,
  version: SecretVersion,
): Promise<VersionRow[]> {
  const { chain } = context.config;
  const former = version.encryption.accessControlConditions;
  const { lists } = splitLists(former, chain);
  if (lists.some((list) => list.oclId === oclId && list.subject === subject)) return [];
  const conditions = orOnList(former, condition);
  requireWithinLimits(context, version.version, conditions);
  const stored = storedConditionsOf(chain, conditions);
  const hasKey = sql`coalesce(${fileVersions.restoredFrom}, ${fileVersions.version}) = ${keyOf(version)}`;
  return tx
    .update(fileVersions)
    .set({ encryption: sql`${fileVersions.encryption} || ${JSON.stringify(stored)}::jsonb` })
    .where(and(eq(fileVersions.fileId, version.fileId), hasKey))
    .returning();
}

/** Requires that the wider conditions can be evaluated: they are one more, and longer. */
function requireWithinLimits(context: RequestContext, version: number, conditions: string): void {
  try {
    storedConditions(context, conditions);
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    const message = `The conditions of version ${version} have no room for a list. Change its access instead.`;
    const details = { argument: 'files', rule: cause.details?.rule };
    throw new ServiceError('VALIDATION_FAILED', message, { reason: 'INVALID_CONDITIONS', details, cause });
  }
}

interface Shared {
  file: FileRow;
  wallet: string;
  changed: VersionRow[];
}

/** Appends one entry to the feed, about the newest version that was shared, and updates the file where that is its newest. */
async function tell(tx: LabTransaction, { file, wallet, changed }: Shared): Promise<void> {
  const ascending = changed.toSorted((a, b) => a.version - b.version);
  const shown = ascending.at(-1);
  if (!shown) return;
  if (shown.version === file.version)
    await tx.update(files).set({ updatedAt: sql`now()`, changeBy: wallet }).where(eq(files.id, file.id));
  const { version, accessLevel } = shown;
  const snapshot = {
    ...withoutText(snapshotOf({ ...file, version, accessLevel }, shown)),
    sharedVersions: ascending.map((one) => one.version),
  };
  await appendToFeed(tx, file.oclId, { kind: 'FILE_UPDATED', file: snapshot, changeBy: wallet });
}

function messageFor(shared: readonly { versions: readonly number[] }[]): string {
  const [only] = shared;
  if (!only || shared.length > 1) return `The list of these files opens ${shared.length} files.`;
  const numbers = only.versions.toReversed();
  return numbers.length === 1
    ? `The list of this file opens version ${numbers[0]}.`
    : `The list of this file opens the versions ${numbers.join(', ')}.`;
}

function noAccessList(): ServiceError {
  return new ServiceError(
    'FAILED_PRECONDITION',
    'The contracts of this installation have no access list, so no file is shared.',
    { reason: 'NO_ACCESS_LIST' },
  );
}
