import { wrapDiscussionKey } from '#packages/client/comments/comment-crypto.ts';
import {
  type DiscussionKeyring,
  keyringOf,
  readDiscussedVersion,
} from '#packages/client/comments/comments-api.ts';
import { base64FromBytes, bytesFromBase64 } from '#packages/client/crypto/base64.ts';
import type { ChangeFileVersionAccessMutationVariables } from '#packages/client/documents.generated.ts';
import type { FileVersion } from '#packages/client/download/download-ports.ts';
import type { ApiCall } from '#packages/client/execute.ts';

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
