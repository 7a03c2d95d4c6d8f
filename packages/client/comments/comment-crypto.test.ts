import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  discussionKeyOf,
  openComment,
  sealComment,
  unwrapDiscussionKey,
  wrapDiscussionKey,
} from './comment-crypto.ts';
import { commentInput, keyringOf, readComment } from './comments-api.ts';

const place = { oclId: `0x0101${'00'.repeat(30)}`, ref: 'did:odf:file', keyVersion: 2 };
const ids = { threadId: 'thread', commentId: 'comment', author: `0x${'ab'.repeat(20)}` };
const dataKey = () => new Uint8Array(32).map((_, at) => at);
const words = { body: 'Ist das **so**?', anchor: { kind: 'LINES', start: 1, end: 2 } as const };

// The specification in another implementation: docs/specification/comments.md.
const derive = (key: Uint8Array, ...info: (string | number)[]) =>
  new Uint8Array(hkdfSync('sha256', key, '', info.join('\n'), 32));
const discussionKey = derive(dataKey(), 'labroom/discussion/v1', place.oclId, place.ref, 2);
const commentKey = derive(discussionKey, 'labroom/comment/v1', ids.commentId);
const data = ['labroom/comment/v1', place.oclId, place.ref, 2, ids.threadId, ids.commentId, ids.author].join(
  '\n',
);

describe('the keys of comments', () => {
  it('are those of the specification', async () => {
    expect(await discussionKeyOf(dataKey(), place)).toEqual(discussionKey);
    const sealed = Buffer.from(await sealComment(discussionKey, place, ids, words), 'base64');
    const decipher = createDecipheriv('aes-256-gcm', commentKey, sealed.subarray(0, 12));
    decipher.setAAD(Buffer.from(data));
    decipher.setAuthTag(sealed.subarray(-16));
    const plaintext = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
    expect(JSON.parse(plaintext.toString())).toEqual(words);
  });

  it('differ by file, lab, version and data key, and never repeat an IV', async () => {
    const others = [
      { ...place, ref: 'did:odf:other' },
      { ...place, oclId: `0x0101${'11'.repeat(30)}` },
      { ...place, keyVersion: 1 },
    ];
    const keys = await Promise.all([place, ...others].map((one) => discussionKeyOf(dataKey(), one)));
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(4);
    const one = await sealComment(discussionKey, place, ids, words);
    expect(await sealComment(discussionKey, place, ids, words)).not.toBe(one);
  });

  it('outlive their data key wrapped, under the name that they were wrapped with', async () => {
    const next = () => new Uint8Array(32).fill(7);
    const wrapped = await wrapDiscussionKey(discussionKey, next(), place, 'sha256:old');
    expect(Buffer.from(wrapped, 'base64')).toHaveLength(60);
    expect(await unwrapDiscussionKey(wrapped, next(), place, 'sha256:old')).toEqual(discussionKey);
    for (const wrong of [
      () => unwrapDiscussionKey(wrapped, next(), place, 'sha256:other'),
      () => unwrapDiscussionKey(wrapped, dataKey(), place, 'sha256:old'),
      () => unwrapDiscussionKey(wrapped, next(), { ...place, keyVersion: 1 }, 'sha256:old'),
    ])
      await expect(wrong()).rejects.toMatchObject({ code: 'TAG_MISMATCH' });
  });

  it('are refused unless they have 32 bytes, and a data key is wiped after use', async () => {
    await expect(discussionKeyOf(new Uint8Array(31), place)).rejects.toMatchObject({ code: 'BAD_KEY' });
    const key = dataKey();
    await keyringOf(key, { place, contentHash: 'sha256:now', discussionKeys: [] });
    expect(key).toEqual(new Uint8Array(32));
  });
});

describe('a comment of another client', () => {
  const sealed = (text: string) => {
    const cipher = createCipheriv('aes-256-gcm', commentKey, new Uint8Array(12));
    cipher.setAAD(Buffer.from(data));
    const bytes = [new Uint8Array(12), cipher.update(text), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(bytes).toString('base64');
  };
  it.each([
    ['text alone', 'Only text', { body: 'Only text', anchor: null }],
    ['a number', '7', { body: '7', anchor: null }],
    [
      'another anchor',
      '{"body":"b","anchor":{"kind":"LINES","start":9,"end":1}}',
      { body: 'b', anchor: null },
    ],
    ['more fields', '{"body":"b","anchor":null,"html":"<b>"}', { body: 'b', anchor: null }],
  ])('is shown with %s', async (_, text, shown) =>
    expect(await openComment(discussionKey, place, ids, sealed(text))).toEqual(shown),
  );
});

it('a comment is sent in the clear without a keyring, and encrypted with its mentions otherwise', async () => {
  expect(await commentInput(null, ids, words)).toEqual({ id: 'comment', body: words.body });
  const keyring = await keyringOf(dataKey(), { place, contentHash: 'sha256:now', discussionKeys: [] });
  const mention = `@0x${'cd'.repeat(20)}`;
  const input = await commentInput(keyring, ids, { ...words, body: mention });
  expect(input).toMatchObject({
    encrypted: { keyContentHash: 'sha256:now', mentions: [mention.slice(1)] },
  });
  expect(JSON.stringify(input)).not.toContain('"body"');
  const { ciphertext = '', keyContentHash = '' } = input.encrypted ?? {};
  const comment = { id: 'comment', author: ids.author, body: null, ciphertext, keyContentHash };
  expect(await readComment(keyring, ids.threadId, comment)).toEqual({ ...words, body: mention });
  expect(await readComment({ ...keyring, keys: new Map() }, ids.threadId, comment)).toBeNull();
});
