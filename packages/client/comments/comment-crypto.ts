import {
  type Anchor,
  anchorKinds,
  anchorProblem,
  type CommentPlace,
  commentData,
  commentKeyInfo,
  discussionKeyInfo,
  discussionWrapInfo,
} from '@labroom/protocol/comment';
import { base64FromBytes, bytesFromBase64 } from '../crypto/primitives/base64.ts';
import { CryptoError } from '../crypto/primitives/crypto-error.ts';

// [Note: keys of comments] HKDF-SHA-256 makes one discussion key of the data key of a version, and of it one key per comment.
// A comment is AES-256-GCM with a random IV of 12 bytes, which stands before the ciphertext. A discussion key says nothing about
// the data key, so it can outlive it: wrapped under the next one, or published (docs/decisions/026).

type Bytes = Uint8Array<ArrayBuffer>;

const IV_BYTES = 12;
const KEY_BYTES = 32;

/** The comment of one author in one thread. */
export interface CommentIds {
  threadId: string;
  commentId: string;
  /** Wallet, lowercase. */
  author: string;
}

/** What an encrypted comment says. */
export interface SecretWords {
  /** Markdown. */
  body: string;
  /** Of the first comment of a thread: the part of the file. */
  anchor: Anchor | null;
}

/** The key of all comments under a data key. Keep it in memory only. */
export function discussionKeyOf(dataKey: Bytes, place: CommentPlace): Promise<Bytes> {
  return derive(dataKey, discussionKeyInfo(place));
}

/**
 * Wraps a discussion key under a later data key of the version.
 * @param contentHash names the discussion key: `keyContentHash` of its comments
 * @returns Base64, 60 bytes
 */
export async function wrapDiscussionKey(
  key: Bytes,
  dataKey: Bytes,
  place: CommentPlace,
  contentHash: string,
): Promise<string> {
  const info = discussionWrapInfo(place, contentHash);
  return encrypt(await derive(dataKey, info), key, info);
}

/** Errors: `CryptoError` `TAG_MISMATCH`. */
export async function unwrapDiscussionKey(
  wrapped: string,
  dataKey: Bytes,
  place: CommentPlace,
  contentHash: string,
): Promise<Bytes> {
  const info = discussionWrapInfo(place, contentHash);
  return decrypt(await derive(dataKey, info), wrapped, info);
}

/** Returns `ciphertext` of a comment. */
export async function sealComment(
  discussionKey: Bytes,
  place: CommentPlace,
  ids: CommentIds,
  words: SecretWords,
): Promise<string> {
  const key = await derive(discussionKey, commentKeyInfo(ids.commentId));
  return encrypt(key, new TextEncoder().encode(JSON.stringify(words)), commentData(place, ids));
}

/** Errors: `CryptoError` `TAG_MISMATCH`: another key, place, thread or author. */
export async function openComment(
  discussionKey: Bytes,
  place: CommentPlace,
  ids: CommentIds,
  ciphertext: string,
): Promise<SecretWords> {
  const key = await derive(discussionKey, commentKeyInfo(ids.commentId));
  const bytes = await decrypt(key, ciphertext, commentData(place, ids));
  return wordsOf(new TextDecoder().decode(bytes));
}

/** Other clients may have written anything, so only what is expected is taken over. */
function wordsOf(text: string): SecretWords {
  let given: unknown = null;
  try {
    given = JSON.parse(text);
  } catch {
    // Shown as it is.
  }
  if (typeof given !== 'object' || given === null || !('body' in given) || typeof given.body !== 'string')
    return { body: text, anchor: null };
  return { body: given.body, anchor: 'anchor' in given ? anchorOf(given.anchor) : null };
}

function anchorOf(given: unknown): Anchor | null {
  if (typeof given !== 'object' || given === null) return null;
  const { kind, start, end, startColumn, endColumn } = given as Anchor;
  const anchor = { kind, start, end, startColumn, endColumn };
  return anchorKinds.includes(kind) && anchorProblem(anchor) === null ? anchor : null;
}

async function derive(key: Bytes, info: string): Promise<Bytes> {
  if (key.length !== KEY_BYTES) throw new CryptoError('BAD_KEY', 'The key is not 32 bytes.');
  const from = await crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveBits']);
  const parameters = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: new TextEncoder().encode(info),
  };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, from, KEY_BYTES * 8));
}

async function encrypt(keyBytes: Bytes, plaintext: Bytes, data: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', keyBytes, 'AES-GCM', false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const additionalData = new TextEncoder().encode(data);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plaintext);
  const bytes = new Uint8Array(IV_BYTES + sealed.byteLength);
  bytes.set(iv);
  bytes.set(new Uint8Array(sealed), IV_BYTES);
  return base64FromBytes(bytes);
}

async function decrypt(keyBytes: Bytes, base64: string, data: string): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', keyBytes, 'AES-GCM', false, ['decrypt']);
  const bytes = bytesFromBase64(base64);
  const iv = bytes.subarray(0, IV_BYTES);
  const additionalData = new TextEncoder().encode(data);
  try {
    const algorithm = { name: 'AES-GCM', iv, additionalData };
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, bytes.subarray(IV_BYTES)));
  } catch (cause) {
    throw new CryptoError('TAG_MISMATCH', 'The comment does not match this key or was changed.', { cause });
  }
}
