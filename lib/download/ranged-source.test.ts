import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { hashChunks } from '@labroom/client/crypto/primitives/chunk-list.ts';
import { UnreadableFileError } from '@labroom/formats/source/unreadable-file-error';
import { answerRanges } from '@labroom/formats/worker/answer-ranges.ts';
import { sourceAt } from '@labroom/formats/worker/remote-source.ts';
import { CHUNK_BYTES } from '@labroom/protocol/chunk-list';
import { listen } from '@labroom/testing/transports/listen.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rangedSource } from './ranged-source.ts';

const content = new Uint8Array(randomBytes(2 * CHUNK_BYTES + 9));
const stored = content.slice();
const server = createServer(({ headers: { range = '' } }, response) => {
  const [, start = 0, end = 0] = /^bytes=(\d+)-(\d+)$/.exec(range)?.map(Number) ?? [];
  response.writeHead(206).end(stored.subarray(start, end + 1));
});
let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ url, close } = await listen(server));
});
afterAll(() => close());

it('gives a worker the ranges that it asks for, and never a changed one', async () => {
  const controller = new AbortController();
  const object = { url, contentLength: content.length, hashes: await hashChunks(content), sealing: null };
  const source = sourceAt(answerRanges(rangedSource(object), controller.signal));
  expect(source.size).toBe(content.length);
  const [head, end] = await Promise.all([
    source.slice(0, 4).arrayBuffer(),
    source.slice(content.length - 4).arrayBuffer(),
  ]);
  expect([new Uint8Array(head), new Uint8Array(end)]).toEqual([content.slice(0, 4), content.slice(-4)]);
  stored[CHUNK_BYTES + 5] = (stored[CHUNK_BYTES + 5] ?? 0) ^ 1;
  await expect(source.slice(CHUNK_BYTES, CHUNK_BYTES + 1).arrayBuffer()).rejects.toThrow(UnreadableFileError);
  expect(new Uint8Array(await source.slice(5, 9).arrayBuffer())).toEqual(content.slice(5, 9));
  controller.abort();
});
