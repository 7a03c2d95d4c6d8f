import { storedHash } from '@labroom/protocol/content-hash';
import type { DiscussionKeyRow } from '#core/comments/discussion-keys.ts';
import type { VersionWithPath } from '#core/files/file-store.ts';
import { isMember } from '#core/rights/sees-hidden.ts';
import { clampPage } from '#platform/input/page.ts';
import type { CommentRow } from '../operations/comments/comment-store.ts';
import { hidingFor } from './hiding.ts';
import type { ResolverContext } from './loaders.ts';
import { profileOf } from './profile-fields.ts';
import type { CommentResolvers, DiscussionKeyResolvers, ThreadResolvers } from './resolvers.generated.ts';

/** Whether the caller may read what has these conditions, evaluated as for a data key; `null` if that fails. */
export async function canRead(
  conditions: string | null,
  { loaders }: ResolverContext,
): Promise<boolean | null> {
  if (conditions === null) return true;
  const state = await loaders.openConditions.load(conditions);
  return state === 'unknown' ? null : state === 'met';
}

async function keysOf(
  { did, keyVersion, conditions }: { did: string; keyVersion: number; conditions: string | null },
  context: ResolverContext,
): Promise<DiscussionKeyRow[]> {
  const keys = await context.loaders.discussionKeys.load(did);
  const ofVersion = keys.filter((key) => key.keyVersion === keyVersion);
  return ofVersion.length > 0 && (await canRead(conditions, context)) ? ofVersion : [];
}

/** Keys of the comments on a version of a file. */
export function keysOfVersion(version: VersionWithPath, _: unknown, context: ResolverContext) {
  const conditions = version.encryption?.accessControlConditions ?? null;
  return keysOf(
    { did: version.did, keyVersion: version.restoredFrom ?? version.version, conditions },
    context,
  );
}

export const threadFields: ThreadResolvers = {
  profile: profileOf(({ createdBy }) => createdBy),
  ref: ({ fileDid }) => fileDid,
  hidden: ({ isHidden, oclId, id }, _, context) =>
    isHidden ? hidingFor(context, { kind: 'THREAD', oclId, subject: id }) : null,
  canRead: (thread, _, context) => canRead(thread.conditions, context),
  comments: async (thread, args, { loaders }) => {
    const paging = clampPage(args, { default: 50, max: 50 });
    const rows = await loaders.comments.load({ threadId: thread.id, ...paging });
    return rows.map((row) => ({ ...row, thread }));
  },
  keys: ({ fileDid, keyVersion, conditions }, _, context) =>
    fileDid === null ? [] : keysOf({ did: fileDid, keyVersion: keyVersion ?? 0, conditions }, context),
};

const base64 = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('base64');
const readable = async <T>(comment: CommentRow, context: ResolverContext, words: T) =>
  words !== null &&
  (await canRead(comment.thread.conditions, context)) &&
  (!comment.isHidden || (await isMember(context, comment.thread.oclId)))
    ? words
    : null;

export const commentFields: CommentResolvers = {
  profile: profileOf(({ author }) => author),
  body: (comment, _, context) => readable(comment, context, comment.body),
  hidden: ({ isHidden, id, thread: { oclId } }, _, context) =>
    isHidden ? hidingFor(context, { kind: 'COMMENT', oclId, subject: id }) : null,
  isEncrypted: ({ ciphertext }) => ciphertext !== null,
  ciphertext: (comment, _, context) => readable(comment, context, base64(comment.ciphertext)),
  keyContentHash: ({ keySha256 }) => keySha256 && storedHash(keySha256),
};

export const discussionKeyFields: DiscussionKeyResolvers = {
  contentHash: ({ sha256 }) => storedHash(sha256),
  wrappedKey: ({ wrapped }) => base64(wrapped),
  key: ({ published }) => base64(published),
};
