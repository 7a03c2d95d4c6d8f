import { commentLimits } from '@labroom/protocol/comment';
import type { LabOperation } from '@labroom/protocol/lab-rights';
import { callScopeOf } from '#auth/caller.ts';
import { BucketBatcher } from '#auth/rate-limits/bucket-batcher.ts';
import type { RequestContext } from '#core/context/context.ts';
import { fileNotFound } from '#core/files/file-errors.ts';
import { findFileByDid, findVersion } from '#core/files/file-store.ts';
import { evaluateFor, storedConditions } from '#core/keys/stored-conditions.ts';
import { requireRegisteredLab } from '#core/labs/require-registered-lab.ts';
import { requireRight, requireWallet } from '#core/rights/authorize.ts';
import type { Reader } from '#platform/db/database.ts';
import type { FileRow, VersionRow } from '#platform/db/tables/files.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import type { Words } from './comment-input.ts';

/** What is discussed: a lab, or a version of one of its files. */
export interface Subject {
  oclId: string;
  ref: string | null;
  version: number | null;
}

export interface DiscussedVersion {
  file: FileRow;
  version: VersionRow;
}

export interface Commenter {
  wallet: `0x${string}`;
  /** `null`: the lab is discussed. */
  discussed: DiscussedVersion | null;
}

/**
 * The caller's wallet, when it may write in a discussion at this moment: about an encrypted version a wallet that may open it,
 * by the same evaluation that releases its key; otherwise a member of the lab.
 * @throws ServiceError `UNAUTHORIZED`, reason `ACCESS_CONDITIONS_NOT_MET` or `UNAUTHORIZED`
 */
export async function requireCommenter(
  context: RequestContext,
  operation: LabOperation,
  subject: Subject,
): Promise<Commenter> {
  const wallet = await requireWallet(context);
  const discussed = subject.ref === null ? null : await versionOf(context.db, subject);
  if (!discussed) {
    await requireRegisteredLab(context, subject.oclId);
    if (subject.ref !== null) throw fileNotFound();
  }
  const { encryption } = discussed?.version ?? {};
  if (!encryption) {
    await requireRight(context, operation, subject.oclId);
    return { wallet, discussed };
  }
  const conditions = storedConditions(context, encryption.accessControlConditions);
  const scope = { ...callScopeOf(context), lab: subject.oclId };
  const verdict = await evaluateFor(context, conditions, { userAddress: wallet, scope });
  if (verdict.met) return { wallet, discussed };
  throw new ServiceError('UNAUTHORIZED', 'The wallet does not meet the access conditions of this file.', {
    reason: 'ACCESS_CONDITIONS_NOT_MET',
    details: { wallet, blockNumber: verdict.blockNumber, predicates: verdict.predicates },
  });
}

/** The file and the version, as they are now. */
async function versionOf(db: Reader, subject: Subject): Promise<DiscussedVersion | null> {
  const file = await findFileByDid(db, subject.oclId, subject.ref ?? '');
  const version = file && (await findVersion(db, file.id, subject.version ?? 0));
  return file && version ? { file, version } : null;
}

/**
 * The version as the transaction sees it, when nothing that decided who may write in its discussion has changed since.
 * @throws ServiceError `CONFLICT`, reason `VERSION_CHANGED`
 */
export async function requireUnchanged(
  tx: Reader,
  subject: Subject,
  { discussed }: Commenter,
): Promise<DiscussedVersion | null> {
  if (!discussed) return null;
  const now = await versionOf(tx, subject);
  if (!now) throw fileNotFound();
  if (now.version.sha256 !== discussed.version.sha256) throw versionChanged();
  return now;
}

/**
 * Requires words that are encrypted under the present key of an encrypted version, and plaintext elsewhere.
 * @throws ServiceError `VALIDATION_FAILED`, reason `ENCRYPTION_REQUIRED`; `FAILED_PRECONDITION`, reason `NOT_ENCRYPTED`;
 *   `CONFLICT`, reason `VERSION_CHANGED`
 */
export function requireFittingWords(discussed: DiscussedVersion | null, { keySha256 }: Words): void {
  const isEncrypted = Boolean(discussed?.version.encryption);
  if (isEncrypted && keySha256 === null) {
    throw new ServiceError(
      'VALIDATION_FAILED',
      'A comment on an encrypted version must be encrypted. Send encrypted instead of body.',
      { reason: 'ENCRYPTION_REQUIRED', details: { argument: 'comment.body' } },
    );
  }
  if (!isEncrypted && keySha256 !== null) {
    throw new ServiceError('FAILED_PRECONDITION', 'Nothing encrypted is discussed here. Send body.', {
      reason: 'NOT_ENCRYPTED',
      details: { argument: 'comment.encrypted' },
    });
  }
  if (keySha256 !== null && keySha256 !== discussed?.version.sha256) throw versionChanged();
}

/**
 * Counts a comment of the wallet.
 * @throws ServiceError `RATE_LIMITED`, reason `COMMENT_RATE`
 */
export async function requireCommentRate({ db }: RequestContext, wallet: string): Promise<void> {
  const bucket = { key: `comments:${wallet}`, perMinute: commentLimits.perMinute };
  const { wait: retryAfterSeconds } = await new BucketBatcher(db).take(bucket);
  if (retryAfterSeconds === 0) return;
  throw new ServiceError(
    'RATE_LIMITED',
    `A wallet writes at most ${commentLimits.perMinute} comments a minute. Retry after ${Math.ceil(retryAfterSeconds)} seconds.`,
    { reason: 'COMMENT_RATE', retryAfterSeconds },
  );
}

export function tooMany(message: string): ServiceError {
  return new ServiceError('FAILED_PRECONDITION', message, { reason: 'TOO_MANY_COMMENTS' });
}

export function idTaken(): ServiceError {
  return new ServiceError('CONFLICT', 'Another discussion or comment has this id. Choose a new UUID.', {
    reason: 'ID_TAKEN',
  });
}

export function threadNotFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'The lab has no such discussion.', { reason: 'THREAD_NOT_FOUND' });
}

export function commentNotFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'The lab has no such comment, or it was deleted.', {
    reason: 'COMMENT_NOT_FOUND',
  });
}

function versionChanged(): ServiceError {
  return new ServiceError(
    'CONFLICT',
    'The bytes of this version were replaced meanwhile. Read the file again, and encrypt under its present key.',
    { reason: 'VERSION_CHANGED' },
  );
}
