import { gzipSync } from 'node:zlib';
import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { contentOf, readGzip, startOfContent } from './read-gzip.ts';

const packed = (content: string | Uint8Array) => new Blob([new Uint8Array(gzipSync(content))]);

it('unpacks a file, and leaves one alone that is not packed', async () => {
  const { content, isCut } = await readGzip(packed('@read\nACGT\n+\nIIII\n'));
  expect([await content.text(), isCut]).toEqual(['@read\nACGT\n+\nIIII\n', false]);
  expect(await (await contentOf(new Blob(['plain']))).text()).toBe('plain');
  await expect(readGzip(new Blob(['plain']))).rejects.toThrow('not a gzip file');
});

it('unpacks the beginning of a file', async () => {
  const start = await startOfContent(packed('x'.repeat(500)), 100);
  expect([start.content.size, start.isCut]).toEqual([100, true]);
  const all = await startOfContent(packed('x'.repeat(100)), 100);
  expect([all.content.size, all.isCut]).toEqual([100, false]);
});

// Takes a second, and few changes can break it.
if (!isQuick)
  it('unpacks 64 MB of a larger file', async () => {
    const bomb = packed(new Uint8Array(65_000_000));
    expect(bomb.size).toBeLessThan(100_000);
    const { content, isCut } = await readGzip(bomb);
    expect([content.size, isCut]).toEqual([64_000_000, true]);
    await expect(contentOf(bomb)).rejects.toThrow('more than 64 MB');
  });

it('unpacks every part of a file that bgzip or cat made, wherever the pieces of its stream end', async () => {
  const parts = Array.from({ length: 40 }, (_, index) => `chr${index}\t${'x'.repeat(index * 7)}\n`);
  const bytes = Buffer.concat([...parts, ''].map((part) => gzipSync(part)));
  for (const length of [1, 7, 64, 1_000, bytes.length]) {
    const body = new Blob([new Uint8Array(bytes)]);
    // A browser passes a file in pieces.
    body.stream = () => piecesOf(bytes, length);
    const { content, isCut } = await readGzip(body);
    expect([await content.text(), isCut]).toEqual([parts.join(''), false]);
  }
});

it('leaves out what follows the last part and is no gzip', async () => {
  const padded = Buffer.concat([gzipSync('content'), Buffer.alloc(512)]);
  expect(await (await readGzip(new Blob([new Uint8Array(padded)]))).content.text()).toBe('content');
});

function piecesOf(bytes: Uint8Array, length: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(new Uint8Array(bytes.subarray(at, at + length)));
      at += length;
    },
  });
}

it('says that a file is damaged', async () => {
  const whole = new Uint8Array(gzipSync('x'.repeat(5_000)));
  await expect(readGzip(new Blob([whole.subarray(0, 20)]))).rejects.toThrow('damaged or incomplete');
});
