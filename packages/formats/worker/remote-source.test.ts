import { expect, it } from 'vitest';
import type { ByteSource } from '../source/byte-source.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { answerRanges } from './answer-ranges.ts';
import { sourceAt } from './remote-source.ts';

const content = Uint8Array.from({ length: 100 }, (_, index) => index);

function remote(slice: ByteSource['slice']) {
  const controller = new AbortController();
  const source = sourceAt(answerRanges({ size: content.length, slice }, controller.signal));
  return { source, end: () => controller.abort() };
}

it('gives a worker the ranges that it asks for, also several at once', async () => {
  const { source, end } = remote((from, to) => new Blob([content]).slice(from, to));
  expect(source.size).toBe(content.length);
  const [head, tail] = await Promise.all([
    source.slice(0, 4).arrayBuffer(),
    source.slice(content.length - 4).arrayBuffer(),
  ]);
  expect([new Uint8Array(head), new Uint8Array(tail)]).toEqual([content.slice(0, 4), content.slice(-4)]);
  end();
});

it('says why a range cannot be read if that is for the reader, and nothing else', async () => {
  const failing = (error: Error) => () => ({ arrayBuffer: () => Promise.reject(error) });
  const known = remote(failing(new UnreadableFileError('The stored bytes were changed.')));
  await expect(known.source.slice(0, 1).arrayBuffer()).rejects.toThrow('The stored bytes were changed.');
  const unknown = remote(failing(new Error('key = 7')));
  await expect(unknown.source.slice(0, 1).arrayBuffer()).rejects.toEqual(
    new UnreadableFileError('The file cannot be read.'),
  );
  known.end();
  unknown.end();
});
