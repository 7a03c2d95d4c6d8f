import { z } from 'zod';
import type { RequestContext } from '#service/context.ts';
import type { Config } from '#service/platform/config/config.ts';
import type { Secrets } from '#service/platform/config/secrets.ts';
import {
  accessLevel,
  changeNote,
  contentText,
  description,
  oclId,
  parseInput,
  reasoned,
  tags,
  walletAddress,
} from '#service/platform/input.ts';
import type { MutationFinishCreateOrUpdateFileArgs } from '#service/schema.generated.ts';
import { requireContributor } from '../authorize.ts';
import { createDidKey } from '../did/did-key.ts';
import { requireBindableKey } from '../keys/data-key.ts';
import { requireEffectiveConditions } from '../keys/require-effective-conditions.ts';
import { type CheckedEncryption, checkEncryption, requireEncryptedBy } from './encryption-metadata.ts';
import { fileNotFound, pathOccupied, requireCaller, uploadExpired } from './file-errors.ts';
import { findFile, findFileByDid } from './file-store.ts';
import { argumentsHash, earlierResult } from './finish-retry.ts';
import { type FinishedFile, finishUpload } from './finish-upload.ts';
import { newFilePath } from './path.ts';
import { addSkeletons, mustLookDistinct } from './path-conflicts.ts';
import { sealUpload, uploadOf } from './seal-upload.ts';
import { findUpload, type UploadRow } from './upload-store.ts';
import { readUploadToken } from './upload-token.ts';

const argsSchema = z
  .object({
    oclId,
    uploadToken: z.string(),
    path: newFilePath.nullish(),
    ref: z.string().nullish(),
    accessLevel,
    changeBy: walletAddress,
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
  const { wallet } = await requireContributor(context, input.oclId);
  requireFinishBy(parsed, wallet);

  const upload = await uploadOf(context, { uploadId: parsed.uploadId, oclId: input.oclId, wallet });
  const finishHash = argumentsHash({ ...input, uploadToken: undefined }, args.encryptionMetadata);
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

interface Claim {
  upload: UploadRow;
  wallet: string;
}

/** Validates the input and seals the bytes; returns what to record. */
async function sealedFile(
  context: RequestContext,
  { input, encryption }: ParsedFinish,
  { upload, wallet }: Claim,
): Promise<Omit<FinishedFile, 'finishHash'>> {
  if (upload.expiresAt <= new Date()) throw uploadExpired();
  await requireTarget(context, input);
  if (encryption) {
    await requireBindableKey(context.db, encryption.encryptedDek, wallet);
    await requireEffectiveConditions(context, input.oclId, encryption.accessControlConditions);
  }

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

/** Requires a free path that looks like no other, or an existing file. The transaction checks again. */
async function requireTarget({ db }: RequestContext, input: FinishInput): Promise<void> {
  if (input.path != null) {
    if (await findFile(db, input.oclId, input.path)) throw pathOccupied();
    await addSkeletons(db, input.oclId);
    await mustLookDistinct(db, input.oclId, input.path);
  }
  if (input.ref != null && !(await findFileByDid(db, input.oclId, input.ref))) throw fileNotFound();
}
