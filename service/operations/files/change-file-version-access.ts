import { plaintextHash, storedHash } from '@labroom/protocol/content-hash';
import { mayCallOnOthers } from '@labroom/protocol/lab-rights';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MutationChangeFileVersionAccessArgs } from '#contract/schema.generated.ts';
import { changeDiscussionKeys } from '#core/comments/discussion-keys.ts';
import { discussionKeys } from '#core/comments/discussion-keys-input.ts';
import type { RequestContext } from '#core/context/context.ts';
import { snapshotOf, withoutText } from '#core/feed/file-snapshot.ts';
import { appendToFeed, removeTextFromFeed } from '#core/feed/write-feed.ts';
import { fileNotFound, requireCaller, uploadExpired, versionChanged } from '#core/files/file-errors.ts';
import { findFileByDid, findVersion, publicVersionsOf } from '#core/files/file-store.ts';
import { removeObjectsNow } from '#core/files/remove-objects-now.ts';
import { recordConditions } from '#core/keys/condition-sets.ts';
import { requireBindableKey, unknownDataKey } from '#core/keys/data-key.ts';
import { requireEffectiveConditions } from '#core/keys/require-effective-conditions.ts';
import { lockLabAndRead } from '#core/labs/lab-lock.ts';
import { requireRight, unauthorized } from '#core/rights/authorize.ts';
import { type LabTransaction, labTransaction } from '#platform/db/lab-transaction.ts';
import { sendLast } from '#platform/db/send-together.ts';
import {
  dataKeys,
  type FileRow,
  files,
  fileVersions,
  objectDeletions,
  type VersionRow,
} from '#platform/db/tables/files.ts';
import { labs } from '#platform/db/tables/labs.ts';
import type { FormerAccess } from '#platform/db/tables/stored-values.ts';
import { type ReasonOf, ServiceError } from '#platform/errors/errors.ts';
import { accessLevel, hashOfBytes, oclId, parseInput, walletAddress } from '#platform/input/input.ts';
import { bindDataKeys } from './bind-new-keys.ts';
import {
  type CheckedEncryption,
  checkEncryption,
  requireEncryptedBy,
  storedEncryption,
} from './encryption-metadata.ts';
import { selectFileAndVersion } from './file-and-version.ts';
import { argumentsHash, earlierResult } from './finish-retry.ts';
import { claimUpload, endUpload, sealUpload, selectUpload, uploadOf } from './seal-upload.ts';
import { findUpload, type SealedObject, type UploadRow } from './upload-store.ts';
import { readUploadToken } from './upload-token.ts';

const argsSchema = z.object({
  oclId,
  uploadToken: z.string(),
  ref: z.string(),
  version: z.int().min(1),
  replaces: hashOfBytes,
  contentHash: hashOfBytes,
  accessLevel,
  changeBy: walletAddress,
  discussionKeys: discussionKeys.nullish(),
  deleteComments: z.boolean().nullish(),
});

interface AccessChange {
  input: z.output<typeof argsSchema>;
  wallet: string;
  mayChangeOthers: boolean;
  upload: UploadRow;
  /** `null`: the new bytes are plaintext. */
  encryption: CheckedEncryption | null;
  finishHash: string;
}

type AccessResult = NonNullable<UploadRow['result']>;

/**
 * Replaces the bytes of a version by the same content under another encryption, or none. As in a finish, everything that
 * can be rejected is rejected before the bytes are sealed, and the transaction decides races. The former bytes and their
 * data key are destroyed.
 */
export async function changeFileVersionAccess(
  context: RequestContext,
  args: MutationChangeFileVersionAccessArgs,
): Promise<AccessResult> {
  const input = parseInput(argsSchema, args);
  const { config, secrets, db } = context;
  const { environment } = config;
  const uploadId = await readUploadToken(
    secrets.uploadTokenKeys,
    environment,
    input.uploadToken,
    input.oclId,
  );
  const { accessLevel, oclId } = input;
  const encryption = checkEncryption({ accessLevel, metadata: args.encryptionMetadata, config });
  const { wallet, role } = await requireRight(context, 'changeFileVersionAccess', oclId);
  requireCaller(input.changeBy, wallet);
  requireEncryptedBy(encryption, wallet);

  const upload = await uploadOf(context, { uploadId, oclId, wallet });
  const finishHash = argumentsHash({ ...input, uploadToken: undefined }, args.encryptionMetadata);
  const earlier = earlierResult(upload, finishHash);
  if (earlier) return earlier;
  const mayChangeOthers = mayCallOnOthers('changeFileVersionAccess', role);
  const change = { input, wallet, mayChangeOthers, upload, encryption, finishHash };
  try {
    const object = await sealedContent(context, change);
    const { result, formerKeys } = await labTransaction(db, oclId, (tx) => replace(tx, change, object));
    await removeObjectsNow(context, formerKeys);
    return result;
  } catch (refusal) {
    // A concurrent identical call may have succeeded; then the conflict is with its own change.
    const now = await findUpload(db, upload.id);
    const twin = now && earlierResult(now, finishHash);
    if (twin) return twin;
    throw refusal;
  }
}

async function sealedContent(context: RequestContext, change: AccessChange): Promise<SealedObject> {
  const { input, upload, encryption, wallet } = change;
  if (upload.expiresAt <= new Date()) throw uploadExpired();
  const file = await findFileByDid(context.db, input.oclId, input.ref);
  requireReplaceable(change, file && (await findVersion(context.db, file.id, input.version)));
  if (encryption) {
    await requireBindableKey(context.db, encryption.encryptedDek, wallet);
    await requireEffectiveConditions(context, input.oclId, encryption.accessControlConditions);
  }
  const object = await sealUpload(context, upload);
  if (storedHash(object.sha256) !== input.contentHash)
    throw refused('CONTENT_DIFFERS', 'contentHash', 'The received bytes have another hash.');
  return object;
}

/**
 * Requires that the version is the one that the caller read, that the wallet may change it, and that its content stays the
 * same, as far as the service can know: it computes hashes of plaintext itself, and of ciphertext it has what authors state.
 */
function requireReplaceable(
  { input, wallet, mayChangeOthers, upload, encryption }: AccessChange,
  version: VersionRow | undefined,
): asserts version is VersionRow {
  if (!version) throw fileNotFound();
  if (!mayChangeOthers && version.changeBy !== wallet)
    throw unauthorized('Only an owner of this lab, or who added this version, may change its access.');
  if (storedHash(version.sha256) !== input.replaces) throw versionChanged();
  if (!version.encryption && !encryption)
    throw refused('INVALID_ACCESS_LEVEL', 'accessLevel', 'This version is public already.');
  const before = version.encryption?.contentHash ?? plaintextHash(version.sha256);
  const after = encryption?.contentHash ?? input.contentHash.replace('sha256:', 'sha256-');
  if (before !== after)
    throw refused('CONTENT_DIFFERS', 'contentHash', 'The new content differs from that of the version.');
  if (upload.contentType !== version.contentType)
    throw refused('CONTENT_DIFFERS', 'uploadToken', `The type of the version is ${version.contentType}.`);
}

async function replace(
  tx: LabTransaction,
  change: AccessChange,
  object: SealedObject,
): Promise<{ result: AccessResult; formerKeys: string[] }> {
  const { input, wallet, encryption, finishHash } = change;
  const { oclId, accessLevel } = input;
  const [lab, found, [present]] = await lockLabAndRead(
    tx,
    oclId,
    selectUpload(tx, change.upload.id),
    selectFileAndVersion(tx, oclId, input),
  );
  const claim = await claimUpload(tx, lab, found, finishHash);
  if ('earlier' in claim) return { result: claim.earlier, formerKeys: [] };
  if (!present) throw fileNotFound();
  const { file, version } = present;
  requireReplaceable(change, version);

  const ofKey = version.restoredFrom ?? version.version;
  const former: Omit<FormerAccess, 'until'> = {
    accessLevel: version.accessLevel,
    sha256: version.encryption ? version.sha256 : null,
  };
  const changed = await tx
    .update(fileVersions)
    .set({
      objectKey: object.key,
      sha256: object.sha256,
      contentLength: object.contentLength,
      accessLevel,
      encryption: encryption && storedEncryption(encryption),
      formerAccess: sql`coalesce(${fileVersions.formerAccess}, '[]') || jsonb_build_array(
        ${JSON.stringify(former)}::jsonb || jsonb_build_object('until', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`,
    })
    .where(
      and(
        eq(fileVersions.fileId, file.id),
        sql`coalesce(${fileVersions.restoredFrom}, ${fileVersions.version}) = ${ofKey}`,
      ),
    )
    .returning();
  await changeDiscussionKeys(tx, {
    ...{ oclId, wallet, ref: file.did, keyVersion: ofKey },
    isEncrypted: encryption !== null,
    keys: input.discussionKeys ?? [],
    deleteComments: input.deleteComments ?? false,
  });
  await tx.delete(dataKeys).where(and(eq(dataKeys.boundFileId, file.id), eq(dataKeys.boundVersion, ofKey)));
  if (encryption) {
    const binding = { encryptedDek: encryption.encryptedDek, fileId: file.id, version: ofKey };
    if ((await bindDataKeys(tx, [binding], wallet)).rowCount === 0) throw unknownDataKey();
    await recordConditions(tx, oclId, encryption);
  }
  await tx
    .insert(objectDeletions)
    .values({ objectKey: version.objectKey, oclId, contentLength: version.contentLength });
  await tx
    .update(labs)
    .set({ storedBytes: sql`${labs.storedBytes} + ${object.contentLength - version.contentLength}` })
    .where(eq(labs.oclId, oclId));
  if (version.accessLevel !== accessLevel) await tell(tx, { file, wallet, changed, former: version });

  const publicVersions = (await publicVersionsOf(tx, [file.id])).get(file.id) ?? [];
  const result: AccessResult = {
    datasetId: file.did,
    contentHash: storedHash(object.sha256),
    version: version.version,
    message: `Version ${version.version} is ${accessLevel} and has ${encryption ? 'a new key' : 'no key'}.`,
    publicVersions,
    replaced: input.replaces,
  };
  sendLast(tx, ...endUpload(tx, claim.upload, { finishHash, result }));
  return { result, formerKeys: [version.objectKey] };
}

interface Change {
  file: FileRow;
  wallet: string;
  /** The changed versions, which have one object. */
  changed: VersionRow[];
  former: VersionRow;
}

/** Updates the file where its newest version changed, and appends an entry to the feed. */
async function tell(tx: LabTransaction, { file, wallet, changed, former }: Change): Promise<void> {
  const [first] = changed;
  if (!first) throw new Error('No version was changed');
  const newest = changed.find(({ version }) => version === file.version);
  const shown = newest ?? first;
  const { accessLevel } = shown;
  if (newest) {
    await tx
      .update(files)
      .set({
        accessLevel,
        updatedAt: sql`now()`,
        changeBy: wallet,
        ...(former.accessLevel === 'PUBLIC' && { contentText: null }),
      })
      .where(eq(files.id, file.id));
  }
  const publicVersions = (await publicVersionsOf(tx, [file.id])).get(file.id) ?? [];
  // Text of a public version describes its content. It stays while another version with content of its own is public.
  const isSecret = accessLevel !== 'PUBLIC' && publicVersions.length === 0;
  const removed = isSecret ? await removeTextFromFeed(tx, file.oclId, [file.did], { contentText: null }) : 0;
  const snapshot = withoutText(
    snapshotOf({ ...file, version: shown.version, accessLevel }, shown, {
      previousAccessLevel: former.accessLevel,
      publicVersions,
    }),
  );
  await appendToFeed(
    tx,
    file.oclId,
    { kind: 'FILE_UPDATED', file: snapshot, changeBy: wallet },
    { textBytes: -removed },
  );
}

function refused(reason: ReasonOf<'VALIDATION_FAILED'>, argument: string, message: string): ServiceError {
  return new ServiceError('VALIDATION_FAILED', message, { reason, details: { argument } });
}
