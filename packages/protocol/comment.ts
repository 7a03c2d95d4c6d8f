/** Limits of discussions (docs/specification/limits.md). */
export const commentLimits = {
  /** Characters of a comment. */
  length: 10_000,
  /** Bytes of an encrypted comment, with IV and tag: the longest comment with its anchor. */
  ciphertextBytes: 65_536,
  /** Wallets that one comment mentions. */
  mentions: 20,
  /** Comments of a wallet in a minute, in all labs. */
  perMinute: 20,
  /** Threads on one file with all its versions, or on a lab. */
  threads: 500,
  /** Reviews, wanted or made, of one file with all its versions. */
  reviews: 200,
  /** Comments in a thread. */
  comments: 500,
} as const;

export const anchorKinds = ['LINES', 'CELLS', 'PAGES'] as const;

/** A part of a file. Numbers are from 1, and both ends are part of it. */
export interface Anchor {
  kind: (typeof anchorKinds)[number];
  /** First line, row or page. */
  start: number;
  end: number;
  /** Of cells only. */
  startColumn?: number | null | undefined;
  endColumn?: number | null | undefined;
}

/** What is wrong with an anchor, or null. */
export function anchorProblem({ kind, start, end, startColumn, endColumn }: Anchor): string | null {
  const isRange = (from: number, to: number) =>
    Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 1 && from <= to && to <= 2_147_483_647;
  if (!isRange(start, end)) return 'start and end must be from 1, and end not before start';
  if (kind !== 'CELLS') return startColumn == null && endColumn == null ? null : 'only cells have columns';
  if (startColumn == null && endColumn == null) return null;
  return isRange(startColumn ?? 0, endColumn ?? 0)
    ? null
    : 'startColumn and endColumn must be from 1, and endColumn not before startColumn';
}

/** Wallets that a Markdown text mentions as `@0x…`, lowercase, each once, in the order of the text. */
export function mentionsOf(markdown: string): `0x${string}`[] {
  const found = markdown.matchAll(/(?<![\p{L}\p{N}_@])@(0x[0-9a-f]{40})(?![\p{L}\p{N}_])/giu);
  return [...new Set([...found].map(([, wallet]) => wallet?.toLowerCase() as `0x${string}`))];
}

/** What the keys of comments are derived for; every part is the `info` of HKDF or the additional data of AES-GCM. */
export interface CommentPlace {
  oclId: string;
  ref: string;
  /** The version whose data key it is: `restoredFrom`, or else the version. */
  keyVersion: number;
}

/** `info` of the key of all comments under one data key. */
export const discussionKeyInfo = ({ oclId, ref, keyVersion }: CommentPlace) =>
  ['labroom/discussion/v1', oclId, ref, keyVersion].join('\n');

/** `info` of the key under which a later data key wraps that key. */
export const discussionWrapInfo = ({ oclId, ref, keyVersion }: CommentPlace, contentHash: string) =>
  ['labroom/discussion-wrap/v1', oclId, ref, keyVersion, contentHash].join('\n');

/** `info` of the key of one comment. */
export const commentKeyInfo = (commentId: string) => `labroom/comment/v1\n${commentId}`;

/** Additional data of a comment: it is refused in another thread, or under another name. */
export const commentData = (
  { oclId, ref, keyVersion }: CommentPlace,
  { threadId, commentId, author }: { threadId: string; commentId: string; author: string },
) => ['labroom/comment/v1', oclId, ref, keyVersion, threadId, commentId, author].join('\n');
