import { z } from 'zod';
import { mayWrite } from '../auth/may.ts';
import type { RequestContext } from '../context.ts';
import { createDidKey } from '../did/did-key.ts';
import { ServiceError } from '../errors.ts';
import { accessLevel, contentText, description, oclId, parseInput, tags, walletAddress } from '../input.ts';
import { mustBeBindable } from '../keys/data-key.ts';
import type { MutationFinishCreateOrUpdateFileArgs } from '../schema.generated.ts';
import { checkEncryption } from './encryption-metadata.ts';
import { fileNotFound, mustBeCaller, pathOccupied, uploadExpired } from './file-refusals.ts';
import { findFile, findFileByDid } from './file-store.ts';
import { argumentsHash, earlierResult } from './finish-retry.ts';
import { type FinishedFile, finishUpload } from './finish-upload.ts';
import { filePath } from './path.ts';
import { findUpload, type UploadRow } from './upload-store.ts';
import { readUploadToken } from './upload-token.ts';

const argsSchema = z
  .object({
    oclId,
    uploadToken: z.string(),
    path: filePath.nullish(),
    ref: z.string().nullish(),
    accessLevel,
    changeBy: walletAddress,
    description: description.nullish(),
    tags: tags.nullish(),
    categories: tags.nullish(),
    contentText: contentText.nullish(),
  })
  .refine((args) => (args.path == null) !== (args.ref == null), {
    error: 'needs exactly one of path and ref',
    params: { reason: 'PATH_XOR_REF' },
  });

type FinishInput = z.output<typeof argsSchema>;

/**
 * Step 3 of an upload: the bytes become a file or a version of one. The order matters: everything that can be refused is
 * refused before the bytes are sealed; sealing comes before the transaction, as what is recorded must exist; the
 * transaction then decides races by the lab's lock.
 */
export async function finishCreateOrUpdateFile(
  context: RequestContext,
  args: MutationFinishCreateOrUpdateFileArgs,
) {
  const input = parseInput(argsSchema, args);
  const { wallet } = await mayWrite(context, input.oclId);
  mustBeCaller(input.changeBy, wallet);

  const upload = await uploadOf(context, input, wallet);
  const finishHash = argumentsHash({ ...input, uploadToken: undefined }, args.encryptionMetadata);
  const earlier = earlierResult(upload, finishHash);
  if (earlier) return earlier;
  try {
    const sealed = await sealedFile(context, input, { upload, wallet, metadata: args.encryptionMetadata });
    return await finishUpload(context.db, { ...sealed, finishHash });
  } catch (refusal) {
    // A twin of this call may have got through meanwhile: what was in the way is then its very file.
    const now = await findUpload(context.db, upload.id);
    const twin = now && earlierResult(now, finishHash);
    if (twin) return twin;
    throw refusal;
  }
}

interface Claim {
  upload: UploadRow;
  wallet: string;
  metadata: MutationFinishCreateOrUpdateFileArgs['encryptionMetadata'];
}

/** What will be recorded, when nothing speaks against it and its bytes stand where they never change. */
async function sealedFile(
  context: RequestContext,
  input: FinishInput,
  { upload, wallet, metadata }: Claim,
): Promise<Omit<FinishedFile, 'finishHash'>> {
  if (upload.expiresAt <= new Date()) throw uploadExpired();
  const encryption = checkEncryption({ ...input, metadata, wallet, config: context.config });
  await mustHaveRoom(context, input);
  if (encryption) await mustBeBindable(context.db, encryption.encryptedDek, wallet);

  const sealedKey = `files/${upload.id}`;
  const sealed = await context.storage.seal({ from: upload.objectKey, to: sealedKey });
  if (!sealed || sealed.contentLength !== upload.contentLength) {
    throw refused(
      'UPLOAD_INCOMPLETE',
      'The bytes of this upload are not there; PUT them to the upload URL first.',
    );
  }
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
    wallet,
    encryption,
    object: { key: sealedKey, sha256: sealed.sha256, contentLength: sealed.contentLength },
    newFileKey: input.path == null ? undefined : await createDidKey(context, 'file'),
  };
}

async function uploadOf(context: RequestContext, input: FinishInput, wallet: string): Promise<UploadRow> {
  const { secrets, config, db } = context;
  const upload = await findUpload(
    db,
    await readUploadToken(secrets.uploadTokenKey, config.environment, input.uploadToken),
  );
  // A genuine token without its upload: that was forgotten when its time was over.
  if (!upload) throw uploadExpired();
  if (upload.oclId !== input.oclId || upload.wallet !== wallet) {
    throw refused('UPLOAD_TOKEN_MISMATCH', 'The upload token belongs to another lab or wallet.');
  }
  return upload;
}

/** The path is free, or the file to follow exists. The transaction decides again. */
async function mustHaveRoom({ db }: RequestContext, input: FinishInput): Promise<void> {
  if (input.path != null && (await findFile(db, input.oclId, input.path))) throw pathOccupied();
  if (input.ref != null && !(await findFileByDid(db, input.oclId, input.ref))) throw fileNotFound();
}

function refused(reason: string, message: string): ServiceError {
  return new ServiceError('VALIDATION_FAILED', message, { reason });
}
