import { randomUUID } from 'node:crypto';
import type { SecretWords } from '@labroom/client/comments/comment-crypto';
import {
  commentInput,
  type DiscussionKeyring,
  type DiscussionKeys,
  keyringOf,
} from '@labroom/client/comments/comments-api';
import { bytesFromBase64 } from '@labroom/client/crypto/base64';
import {
  AddCommentDocument,
  CreateThreadDocument,
  EditCommentDocument,
  ThreadsDocument,
} from '@labroom/client/documents';
import { type Api, type Proof, resultOf } from './test-client.ts';
import { decryptDataKey } from './test-encryption.ts';
import type { Author } from './test-upload.ts';

/** What is discussed: a version of a file, or the lab. */
export interface Subject {
  ref?: string;
  version?: number;
}

export const threadsOf = (
  service: Api,
  { oclId }: Pick<Author, 'oclId'>,
  subject: Subject & { page?: number } = {},
  proof?: Proof,
) => resultOf(service, ThreadsDocument, { oclId, ...subject }, proof);

/** Begins a discussion in plaintext; `more` replaces parts of the input. */
export const beginThread = (
  service: Api,
  { oclId, token }: Author,
  subject: Subject,
  body: string,
  more: Record<string, unknown> = {},
) =>
  resultOf(
    service,
    CreateThreadDocument,
    { oclId, input: { id: randomUUID(), ...subject, comment: { id: randomUUID(), body }, ...more } },
    token,
  );

export const reply = (
  service: Api,
  { oclId, token }: Author,
  threadId: string,
  comment: string | Record<string, unknown>,
) =>
  resultOf(
    service,
    AddCommentDocument,
    {
      oclId,
      threadId,
      comment: typeof comment === 'string' ? { id: randomUUID(), body: comment } : comment,
    },
    token,
  );

export const edit = (service: Api, { oclId, token }: Author, comment: Record<string, unknown>) =>
  resultOf(service, EditCommentDocument, { oclId, comment }, token);

interface SecretSubject {
  ref: string;
  version: number;
  keyVersion?: number;
  contentHash: string;
}

/** The keys of the comments on an encrypted version, as the author's client gets them. */
export async function keyringFor(
  service: Api,
  author: Author,
  { ref, version, keyVersion = version, contentHash }: SecretSubject,
  keys: DiscussionKeys = [],
): Promise<DiscussionKeyring> {
  const { plaintextDEK } = await decryptDataKey(service, author, { ref, version });
  const place = { oclId: author.oclId, ref, keyVersion };
  return keyringOf(bytesFromBase64(plaintextDEK), { place, contentHash, discussionKeys: keys });
}

/** Begins a discussion of an encrypted version, encrypted as a client does. */
export async function beginSecretThread(
  service: Api,
  author: Author,
  subject: SecretSubject,
  words: Partial<SecretWords>,
) {
  const keyring = await keyringFor(service, author, subject);
  const ids = { threadId: randomUUID(), commentId: randomUUID(), author: author.wallet.toLowerCase() };
  const comment = await commentInput(keyring, ids, { body: '', anchor: null, ...words });
  const input = { id: ids.threadId, ref: subject.ref, version: subject.version, comment };
  const result = await resultOf(service, CreateThreadDocument, { oclId: author.oclId, input }, author.token);
  return { result, keyring, ids, input };
}
