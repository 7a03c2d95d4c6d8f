import { LabroomError } from '@labroom/client/api-failure';
import {
  commentInput,
  type DiscussedVersion,
  type DiscussionKeyring,
  openKeyring,
  readDiscussedVersion,
} from '@labroom/client/comments/comments-api';
import type { ThreadFieldsFragment } from '@labroom/client/documents';
import type { Anchor } from '@labroom/protocol/comment';
import { callApi } from '#lib/api/browser.ts';

/** The file that is discussed, as the page read it. */
export interface DiscussedFile {
  ref: string;
  path: string;
  /** Last segment of the path, and the type of the content. */
  name: string;
  contentType: string;
  /** The version that is shown; new discussions are about it. */
  version: number;
  /** Encrypted versions. */
  encrypted: readonly number[];
}

export interface Discussed {
  oclId: string;
  shortname: string;
  /** `null`: the lab is discussed. */
  file: DiscussedFile | null;
}

/** Keyrings of this page, by file, version and present bytes. They end with it. */
const keyrings = new Map<string, Promise<DiscussionKeyring>>();

/** The keys of the comments on a version of a file: released, derived and unwrapped once per state of the version. */
export async function keyringOf(oclId: string, path: string, version: number): Promise<DiscussionKeyring> {
  const found = await versionOf(oclId, path, version);
  const { place, contentHash, isEncrypted } = found;
  if (!isEncrypted) return openKeyring(callApi, found);
  const key = [place.ref, version, contentHash].join(' ');
  const opening = keyrings.get(key) ?? openKeyring(callApi, found);
  keyrings.set(key, opening);
  opening.catch(() => keyrings.delete(key));
  return opening;
}

const asked = new Map<string, Promise<DiscussedVersion>>();

/** The present state of a version. The discussions of a page ask at once, and share one answer. */
function versionOf(oclId: string, path: string, version: number): Promise<DiscussedVersion> {
  const key = `${oclId} ${path} ${version}`;
  const asking =
    asked.get(key) ??
    readDiscussedVersion(callApi, { oclId, path, version }).finally(() => asked.delete(key));
  asked.set(key, asking);
  return asking;
}

/** Forgets the keys, e.g. when the wallet changes. */
export const forgetKeyrings = () => keyrings.clear();

interface Words {
  threadId: string;
  commentId: string;
  /** The authenticated wallet, lowercase. */
  author: string;
  body: string;
  anchor: Anchor | null;
}

/**
 * A comment as it is sent: encrypted where the version is. The version is read before, so that words for some readers are never
 * sent to all. Errors: `LabroomError`, also where the access of the version is not the one that the page shows.
 */
export async function sentComment(
  { oclId, file }: Discussed,
  version: number | null,
  { threadId, commentId, author, body, anchor }: Words,
) {
  const keyring = file && version !== null ? await keyringOf(oclId, file.path, version) : null;
  if (keyring && version !== null && keyring.isEncrypted !== file?.encrypted.includes(version))
    throw new LabroomError({
      code: 'CONFLICT',
      message: 'Who can open this version has changed. Reload the page, and send the comment then.',
    });
  return commentInput(keyring, { threadId, commentId, author }, { body, anchor });
}

export type ThreadData = ThreadFieldsFragment;
export type CommentData = ThreadData['comments'][number];
