import { gzipSync } from 'node:zlib';
import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { contentOf, readGzip, startOfContent } from './read-gzip.ts';

const gzipBytes = (content: string | Uint8Array) => new Uint8Array(gzipSync(content));
const packed = (content: string | Uint8Array) => new Blob([gzipBytes(content)]);

/** A block of bgzip: a part whose header tells its length (SAM 1.6, 4.1). */
function blockOf(content: string): Uint8Array<ArrayBuffer> {
  const plain = gzipSync(content);
  const block = Buffer.concat([
    plain.subarray(0, 10),
    Buffer.from([6, 0, 66, 67, 2, 0, 0, 0]),
    plain.subarray(10),
  ]);
  block[3] = 4;
  block.writeUInt16LE(block.length - 1, 16);
  return new Uint8Array(block);
}

const endMark = Uint8Array.from(
  Buffer.from('1f8b08040000000000ff0600424302001b0003000000000000000000', 'hex'),
);

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
  const parts = Array.from(
    { length: isQuick ? 8 : 40 },
    (_, index) => `chr${index}\t${'x'.repeat(index * 7)}\n`,
  );
  const bytes = Buffer.concat([...parts, ''].map((part) => gzipSync(part)));
  for (const length of [1, 7, 64, isQuick ? 200 : 1_000, bytes.length]) {
    const body = new Blob([new Uint8Array(bytes)]);
    // A browser passes a file in pieces.
    body.stream = () => piecesOf(bytes, length);
    const { content, isCut } = await readGzip(body);
    expect([await content.text(), isCut]).toEqual([parts.join(''), false]);
  }
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

it('says that the end mark of a file of bgzip is missing, where it is cut between two parts', async () => {
  const blocks = ['chr1\t1\n', 'chr2\t2\n'].map(blockOf);
  const whole = await readGzip(new Blob([...blocks, endMark]));
  expect([await whole.content.text(), whole.flaw]).toEqual(['chr1\t1\nchr2\t2\n', null]);
  const cut = await readGzip(new Blob(blocks));
  expect([await cut.content.text(), cut.flaw]).toEqual(['chr1\t1\nchr2\t2\n', 'no end mark']);
  expect((await readGzip(packed('no blocks'))).flaw).toBeNull();
});

it('says that what follows the last part is left out, unless that is zeros', async () => {
  const padded = await readGzip(new Blob([gzipBytes('content'), new Uint8Array(512)]));
  expect([await padded.content.text(), padded.flaw]).toEqual(['content', null]);
  const followed = await readGzip(new Blob([gzipBytes('content'), 'more text']));
  expect([await followed.content.text(), followed.flaw]).toEqual(['content', 'followed']);
});

it('says that a file is damaged', async () => {
  const whole = new Uint8Array(gzipSync('x'.repeat(5_000)));
  await expect(readGzip(new Blob([whole.subarray(0, 20)]))).rejects.toThrow('damaged or incomplete');
});
