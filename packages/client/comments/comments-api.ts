import { type Anchor, type CommentPlace, mentionsOf } from '@labroom/protocol/comment';
import { LabroomError } from '../api/api-failure.ts';
import type { ApiCall } from '../api/execute.ts';
import { bytesFromBase64 } from '../crypto/primitives/base64.ts';
import {
  DecryptDataKeyDocument,
  type DiscussionKeyFieldsFragment,
  DiscussionKeysDocument,
  type ThreadFieldsFragment,
} from '../documents/documents.generated.ts';
import {
  type CommentIds,
  discussionKeyOf,
  openComment,
  type SecretWords,
  sealComment,
  unwrapDiscussionKey,
} from './comment-crypto.ts';

export type DiscussionKeys = readonly DiscussionKeyFieldsFragment[];

/** A version of a file that is discussed, as it is now. */
export interface DiscussedVersion {
  place: CommentPlace;
  version: number;
  /** Names the present data key. */
  contentHash: string;
  isEncrypted: boolean;
  /** Keys of comments whose data key was replaced. */
  discussionKeys: DiscussionKeys;
}

/** Keys of the comments on one version, by `keyContentHash`. They stay in memory. */
export interface DiscussionKeyring extends Pick<DiscussedVersion, 'place' | 'contentHash' | 'isEncrypted'> {
  keys: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

interface FileVersionName {
  oclId: string;
  path: string;
  version: number;
}

/** Errors: `LabroomError`, `NOT_FOUND` without such a version. */
export async function readDiscussedVersion(
  call: ApiCall,
  { oclId, path, version }: FileVersionName,
  signal?: AbortSignal,
): Promise<DiscussedVersion> {
  const { dataRoomFile } = await call(DiscussionKeysDocument, { oclId, path }, signal);
  const found = dataRoomFile?.versions?.find((one) => one.version === version);
  if (!found) throw new LabroomError({ code: 'NOT_FOUND', message: `${path} has no such version.` });
  const { restoredFrom, accessLevel, contentHash, discussionKeys } = found;
  return {
    place: { oclId, ref: dataRoomFile?.did ?? '', keyVersion: restoredFrom ?? version },
    version,
    contentHash,
    isEncrypted: accessLevel !== 'PUBLIC',
    discussionKeys,
  };
}

/**
 * The keys of the comments on a version. Of an encrypted version, its data key is released, which is recorded as for opening the
 * file, and wiped; of a public version, there are the published ones. Errors: `LabroomError` of `decryptDataKey`, `CryptoError`.
 */
export async function openKeyring(
  call: ApiCall,
  of: DiscussedVersion,
  signal?: AbortSignal,
): Promise<DiscussionKeyring> {
  if (!of.isEncrypted) return publicKeyring(of);
  const { oclId, ref } = of.place;
  const { decryptDataKey } = await call(DecryptDataKeyDocument, { oclId, ref, version: of.version }, signal);
  if (!decryptDataKey.plaintextDEK)
    throw new LabroomError({ code: 'INTERNAL_ERROR', message: 'The service returned no key.' });
  return keyringOf(bytesFromBase64(decryptDataKey.plaintextDEK), of);
}

/** Derives and unwraps the keys of comments, and wipes the data key. */
export async function keyringOf(
  dataKey: Uint8Array<ArrayBuffer>,
  { place, contentHash, discussionKeys }: Omit<DiscussedVersion, 'version' | 'isEncrypted'>,
): Promise<DiscussionKeyring> {
  try {
    const keys = publishedKeys(discussionKeys);
    for (const { wrappedKey, contentHash: name } of discussionKeys)
      if (wrappedKey) keys.set(name, await unwrapDiscussionKey(wrappedKey, dataKey, place, name));
    keys.set(contentHash, await discussionKeyOf(dataKey, place));
    return { place, contentHash, isEncrypted: true, keys };
  } finally {
    dataKey.fill(0);
  }
}

/** The keyring of a public version: the published keys of what was encrypted before. */
export function publicKeyring({
  place,
  contentHash,
  discussionKeys,
}: Omit<DiscussedVersion, 'version' | 'isEncrypted'>): DiscussionKeyring {
  return { place, contentHash, isEncrypted: false, keys: publishedKeys(discussionKeys) };
}

const publishedKeys = (keys: DiscussionKeys) =>
  new Map(
    keys.flatMap(({ contentHash, key }) => (key ? [[contentHash, bytesFromBase64(key)] as const] : [])),
  );

/**
 * `comment` of `createThread`, `addComment` and `editComment`: encrypted where the version is. A retry sends the same object.
 * @param keyring `null` for a discussion of a lab
 */
export async function commentInput(
  keyring: DiscussionKeyring | null,
  ids: CommentIds,
  words: SecretWords,
): Promise<CommentVariables> {
  if (!keyring?.isEncrypted) return { id: ids.commentId, body: words.body };
  const key = keyring.keys.get(keyring.contentHash);
  if (!key) throw new Error('The keyring has no key of its version.');
  return {
    id: ids.commentId,
    encrypted: {
      ciphertext: await sealComment(key, keyring.place, ids, words),
      keyContentHash: keyring.contentHash,
      mentions: mentionsOf(words.body),
    },
  };
}

// A type, because an interface has no index signature.
type CommentVariables = {
  id: string;
  body?: string;
  encrypted?: { ciphertext: string; keyContentHash: string; mentions: string[] };
};

type SentComment = ThreadFieldsFragment['comments'][number];

/** What a comment says: `null` while it is deleted, or its key is not in the keyring. Errors: `CryptoError`. */
export async function readComment(
  keyring: DiscussionKeyring | null,
  threadId: string,
  comment: Pick<SentComment, 'id' | 'author' | 'body' | 'ciphertext' | 'keyContentHash'>,
): Promise<{ body: string; anchor: Anchor | null } | null> {
  const { id, author, body, ciphertext, keyContentHash } = comment;
  if (body !== null) return { body, anchor: null };
  const key = keyContentHash ? keyring?.keys.get(keyContentHash) : undefined;
  if (!ciphertext || !keyring || !key) return null;
  return openComment(key, keyring.place, { threadId, commentId: id, author }, ciphertext);
}
