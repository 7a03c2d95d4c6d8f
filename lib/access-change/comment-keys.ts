import { wrapDiscussionKey } from '@labroom/client/comments/comment-crypto';
import {
  type DiscussionKeyring,
  keyringOf,
  readDiscussedVersion,
} from '@labroom/client/comments/comments-api';
import { base64FromBytes, bytesFromBase64 } from '@labroom/client/crypto/base64';
import type { ChangeFileVersionAccessMutationVariables } from '@labroom/client/documents';
import type { FileVersion } from '@labroom/client/download/download-ports';
import type { ApiCall } from '@labroom/client/execute';

type KeysOfChange = Pick<ChangeFileVersionAccessMutationVariables, 'discussionKeys' | 'deleteComments'>;

/** What becomes of encrypted comments when their version becomes public. */
export type CommentsOfPublished = 'PUBLISH' | 'DELETE';

/** The keys of the encrypted comments on a version. `dataKey` is its present data key, in Base64. */
export async function commentKeys(
  call: ApiCall,
  oclId: string,
  version: FileVersion,
  dataKey: string,
): Promise<DiscussionKeyring> {
  const { path, version: number, contentHash } = version;
  const found = await readDiscussedVersion(call, { oclId, path, version: number });
  return keyringOf(bytesFromBase64(dataKey), { ...found, contentHash });
}

/** Wraps the keys of comments under the next data key, which is in Base64. */
export async function wrappedFor({ keys, place }: DiscussionKeyring, dataKey: string): Promise<KeysOfChange> {
  const next = bytesFromBase64(dataKey);
  try {
    const discussionKeys = await Promise.all(
      Array.from(keys, async ([contentHash, key]) => ({
        contentHash,
        wrappedKey: await wrapDiscussionKey(key, next, place, contentHash),
      })),
    );
    return { discussionKeys };
  } finally {
    next.fill(0);
  }
}

/** Publishes the keys of comments, or deletes the comments. Without a choice, the service refuses if there are any. */
export function publishedWith(
  { keys }: DiscussionKeyring,
  choice: CommentsOfPublished | undefined,
): KeysOfChange {
  if (choice === 'DELETE') return { deleteComments: true };
  if (choice !== 'PUBLISH') return {};
  return {
    discussionKeys: Array.from(keys, ([contentHash, key]) => ({ contentHash, key: base64FromBytes(key) })),
  };
}
