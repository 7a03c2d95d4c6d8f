import type { Address } from 'viem';
import { z } from 'zod';
import type { MutationFinishCreateOrUpdateFileArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { createDidKey } from '#core/did/did-key.ts';
import { textBytesOf } from '#core/feed/file-snapshot.ts';
import { fileNotFound, pathOccupied, requireCaller, uploadExpired } from '#core/files/file-errors.ts';
import { findFile, findFileByDid } from '#core/files/file-store.ts';
import { newFilePath } from '#core/files/path.ts';
import { addSkeletons, mustLookDistinct } from '#core/files/path-conflicts.ts';
import { requireBindableKey } from '#core/keys/data-key.ts';
import { requireEffectiveConditions } from '#core/keys/require-effective-conditions.ts';
import { requireMetadataQuota } from '#core/labs/lab-lock.ts';
import { type CheckContext, requireRight, requireRightOf } from '#core/rights/authorize.ts';
import type { Config } from '#platform/config/config.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import type { FileRow } from '#platform/db/tables/files.ts';
import {
  accessLevel,
  authorAddress,
  changeNote,
  contentText,
  description,
  oclId,
  parseInput,
  reasoned,
  tags,
} from '#platform/input/input.ts';
import { type CheckedEncryption, checkEncryption, requireEncryptedBy } from './encryption-metadata.ts';
import { argumentsHash, earlierResult } from './finish-retry.ts';
import { type FinishedFile, finishUpload, textsAfter } from './finish-upload.ts';
import { requireArrived, sealUpload, uploadOf } from './seal-upload.ts';
import { findUpload, type UploadRow } from './upload-store.ts';
import { readUploadToken } from './upload-token.ts';

const argsSchema = z
  .object({
    oclId,
    uploadToken: z.string(),
    path: newFilePath.nullish(),
    ref: z.string().nullish(),
    accessLevel,
    changeBy: authorAddress,
    description: description.nullish(),
    tags: tags.nullish(),
    categories: tags.nullish(),
    contentText: contentText.nullish(),
    changeNote: changeNote.nullish(),
  })
  .refine((args) => (args.path == null) !== (args.ref == null), {
    path: ['path'],
    ...reasoned('PATH_XOR_REF', 'or ref must be given: exactly one of the two'),
  });

type FinishInput = z.output<typeof argsSchema>;

/** Arguments of a finish, checked without the chain, the database and the caller. */
export interface ParsedFinish {
  input: FinishInput;
  uploadId: string;
  /** `null`: the file is not encrypted. */
  encryption: CheckedEncryption | null;
}

/** What the arguments of a finish are checked against. */
export interface ArgumentRules {
  config: Pick<Config, 'environment' | 'chain'>;
  secrets: Pick<Secrets, 'uploadTokenKeys'>;
}

/** @throws ServiceError `VALIDATION_FAILED` */
export async function parseFinishArgs(
  { config, secrets }: ArgumentRules,
  args: MutationFinishCreateOrUpdateFileArgs,
): Promise<ParsedFinish> {
  const input = parseInput(argsSchema, args);
  const { accessLevel, uploadToken, oclId } = input;
  return {
    input,
    uploadId: await readUploadToken(secrets.uploadTokenKeys, config.environment, uploadToken, oclId),
    encryption: checkEncryption({ accessLevel, metadata: args.encryptionMetadata, config }),
  };
}

/** @throws ServiceError `VALIDATION_FAILED` where `changeBy` or `encryptedBy` is not the caller's wallet */
export function requireFinishBy({ input, encryption }: ParsedFinish, wallet: string): void {
  requireCaller(input.changeBy, wallet);
  requireEncryptedBy(encryption, wallet);
}

/** The refusals of `finishCreateOrUpdateFile` for a wallet, without moving or recording anything. */
export async function checkFinish(
  context: CheckContext,
  wallet: Address,
  args: MutationFinishCreateOrUpdateFileArgs,
): Promise<void> {
  const parsed = await parseFinishArgs(context, args);
  const { input } = parsed;
  const { lab } = await requireRightOf(context, 'finishCreateOrUpdateFile', input.oclId, wallet);
  requireFinishBy(parsed, wallet);
  const upload = await uploadOf(context, { uploadId: parsed.uploadId, oclId: input.oclId, wallet });
  if (earlierResult(upload, finishHashOf(parsed, args))) return;
  const former = await requireFinishable(context, parsed, { upload, wallet });
  await requireArrived(context, upload);
  requireMetadataQuota(
    lab,
    textBytesOf({ ...textsAfter(input, former), changeNote: input.changeNote ?? null }),
  );
}

/**
 * Step 3 of an upload: the bytes become a file or a version. The order matters: everything that can be rejected is
 * rejected before the bytes are sealed; sealing precedes the transaction, because recorded bytes must exist; the
 * transaction then decides races with the lock of the lab.
 */
export async function finishCreateOrUpdateFile(
  context: RequestContext,
  args: MutationFinishCreateOrUpdateFileArgs,
) {
  const parsed = await parseFinishArgs(context, args);
  const { input } = parsed;
  const { wallet } = await requireRight(context, 'finishCreateOrUpdateFile', input.oclId);
  requireFinishBy(parsed, wallet);

  const upload = await uploadOf(context, { uploadId: parsed.uploadId, oclId: input.oclId, wallet });
  const finishHash = finishHashOf(parsed, args);
  const earlier = earlierResult(upload, finishHash);
  if (earlier) return earlier;
  try {
    const sealed = await sealedFile(context, parsed, { upload, wallet });
    return await finishUpload(context.db, { ...sealed, finishHash });
  } catch (refusal) {
    // A concurrent identical call may have succeeded; then the conflict is with its own file.
    const now = await findUpload(context.db, upload.id);
    const twin = now && earlierResult(now, finishHash);
    if (twin) return twin;
    throw refusal;
  }
}

function finishHashOf({ input }: ParsedFinish, args: MutationFinishCreateOrUpdateFileArgs): string {
  return argumentsHash({ ...input, uploadToken: undefined }, args.encryptionMetadata);
}

interface Claim {
  upload: UploadRow;
  wallet: string;
}

/** Validates the input and seals the bytes; returns what to record. */
async function sealedFile(
  context: RequestContext,
  parsed: ParsedFinish,
  { upload, wallet }: Claim,
): Promise<Omit<FinishedFile, 'finishHash'>> {
  const { input, encryption } = parsed;
  if (input.path != null) await addSkeletons(context.db, input.oclId);
  await requireFinishable(context, parsed, { upload, wallet });
  const object = await sealUpload(context, upload);
  return {
    upload,
    oclId: input.oclId,
    path: input.path ?? undefined,
    ref: input.ref ?? undefined,
    accessLevel: input.accessLevel,
    description: input.description,
    tags: input.tags,
    categories: input.categories,
    contentText: input.contentText,
    changeNote: input.changeNote,
    wallet,
    encryption,
    object,
    newFileKey: input.path == null ? undefined : await createDidKey(context, 'file'),
  };
}

/**
 * Requires an upload that has not expired, a target, a key and conditions that a finish may have; writes nothing.
 * @returns the file that gets a new version; `undefined` for a new one
 */
async function requireFinishable(
  context: CheckContext,
  { input, encryption }: ParsedFinish,
  { upload, wallet }: Claim,
): Promise<FileRow | undefined> {
  if (upload.expiresAt <= new Date()) throw uploadExpired();
  const former = await requireTarget(context, input);
  if (encryption) {
    await requireBindableKey(context.db, encryption.encryptedDek, wallet);
    await requireEffectiveConditions(context, input.oclId, encryption.accessControlConditions);
  }
  return former;
}

/** Requires a free path that looks like no other, or an existing file, and returns it. The transaction checks again. */
async function requireTarget({ db }: CheckContext, input: FinishInput): Promise<FileRow | undefined> {
  if (input.path != null) {
    if (await findFile(db, input.oclId, input.path)) throw pathOccupied();
    await mustLookDistinct(db, input.oclId, input.path);
  }
  if (input.ref == null) return undefined;
  const file = await findFileByDid(db, input.oclId, input.ref);
  if (!file) throw fileNotFound();
  return file;
}
