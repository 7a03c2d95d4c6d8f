import type { Address } from 'viem';
import { z } from 'zod';
import { callScopeOf } from '#auth/caller.ts';
import type { Verdict } from '#chain/conditions/evaluate-conditions.ts';
import type { MutationDecryptDataKeyArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { downloadExpiry, downloadUrl } from '#core/files/download-url.ts';
import { fileNotFound } from '#core/files/file-errors.ts';
import { findFileByDid, findFileEverAt } from '#core/files/file-store.ts';
import { filePath } from '#core/files/path.ts';
import { findVersionWithKey, unwrap } from '#core/keys/data-key.ts';
import { evaluateFor, storedConditions } from '#core/keys/stored-conditions.ts';
import { requireRegisteredLab } from '#core/labs/require-registered-lab.ts';
import { type CheckContext, requireWallet } from '#core/rights/authorize.ts';
import { keyReleases } from '#platform/db/tables/key-releases.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput, reasoned } from '#platform/input/input.ts';

const argsSchema = z
  .object({
    oclId,
    filePath: filePath.nullish(),
    ref: z.string().nullish(),
    version: z.int().min(1).nullish(),
  })
  .refine(({ filePath: path, ref }) => (path == null) !== (ref == null), {
    path: ['filePath'],
    ...reasoned('PATH_XOR_REF', 'or ref must be given: exactly one of the two'),
  });

/** @throws ServiceError `VALIDATION_FAILED` */
export function parseDecryptArgs(args: MutationDecryptDataKeyArgs) {
  return parseInput(argsSchema, args);
}

/**
 * Releases the key of a file whose conditions hold for the caller's wallet on the chain at this moment, and a URL of the bytes that
 * it opens.
 */
export async function decryptDataKey(context: RequestContext, args: MutationDecryptDataKeyArgs) {
  const wallet = await requireWallet(context);
  const input = parseDecryptArgs(args);
  const asked = await evaluateRelease(context, input, wallet);
  const { file, version, encryption, key, verdict } = asked;
  // Recorded first: a release that cannot be recorded must not happen.
  await context.db.insert(keyReleases).values({
    oclId: input.oclId,
    fileDid: file.did,
    path: file.path,
    version: version.version,
    wallet,
    outcome: verdict.met ? 'released' : 'refused',
    predicates: verdict.predicates,
    requestId: context.requestId,
  });
  requireMet(asked, wallet);

  const url = await downloadUrl(context, version, file.path);
  const plaintext = await unwrap(context, key);
  const plaintextDEK = Buffer.from(plaintext).toString('base64');
  plaintext.fill(0);
  const { iv, contentHash, chunksMac } = encryption;
  const download = { downloadUrl: url, downloadUrlExpiry: downloadExpiry(context) };
  return { plaintextDEK, iv, contentHash, chunksMac, ...download, message: 'Access conditions met.' };
}

/** The refusals of `decryptDataKey` for a wallet, without releasing or recording anything. */
export async function checkDecrypt(
  context: CheckContext,
  wallet: Address,
  args: MutationDecryptDataKeyArgs,
): Promise<void> {
  requireMet(await evaluateRelease(context, parseDecryptArgs(args), wallet), wallet);
}

type DecryptInput = z.output<typeof argsSchema>;

/** The version, its key, and whether its conditions hold for the wallet. */
async function evaluateRelease(context: CheckContext, input: DecryptInput, wallet: Address) {
  const { file, version, key } = await fileVersionOf(context, input);
  const { encryption } = version;
  if (!encryption || !key) {
    throw new ServiceError('FAILED_PRECONDITION', 'The file is not encrypted. Download it without a key.', {
      reason: 'NOT_ENCRYPTED',
    });
  }

  const conditions = storedConditions(context, encryption.accessControlConditions);
  const scope = { ...callScopeOf(context), lab: input.oclId };
  const verdict = await evaluateFor(context, conditions, { userAddress: wallet, scope });
  return { file, version, encryption, key, verdict };
}

function requireMet({ verdict }: { verdict: Verdict }, wallet: Address): void {
  if (verdict.met) return;
  throw new ServiceError('UNAUTHORIZED', 'The wallet does not meet the access conditions of this file.', {
    reason: 'ACCESS_CONDITIONS_NOT_MET',
    details: { wallet, blockNumber: verdict.blockNumber, predicates: verdict.predicates },
  });
}

async function fileVersionOf(context: CheckContext, input: DecryptInput) {
  const { db } = context;
  const { filePath: path, ref } = input;
  const file =
    path != null
      ? await findFileEverAt(db, input.oclId, path)
      : await findFileByDid(db, input.oclId, ref ?? '');
  const found = file && (await findVersionWithKey(db, file.id, input.version ?? file.version));
  if (!file) await requireRegisteredLab(context, input.oclId);
  if (!file || !found) throw fileNotFound();
  return { file, ...found };
}
