import { gunzipSync, gzipSync } from 'node:zlib';
import { exampleBam, exampleSam } from '@labroom/example-labs/encoders/bam.ts';
import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { readBam } from './read-bam.ts';

const read = (data: Uint8Array) => readBam(new Blob([new Uint8Array(data)]));

it('prints header, alignments and tags as samtools does', async () => {
  expect(await read(exampleBam())).toEqual({
    text: exampleSam,
    references: 1,
    alignments: 2,
    isCut: false,
    hasNoEndMark: false,
  });
});

it('says that the end mark is missing, where a file is cut between two blocks', async () => {
  expect(await read(exampleBam().slice(0, -28))).toMatchObject({ text: exampleSam, hasNoEndMark: true });
  // Packed by gzip, which writes no such mark.
  expect(await read(gzipSync(gunzipSync(exampleBam())))).toMatchObject({
    text: exampleSam,
    hasNoEndMark: false,
  });
});

it('lists the reference sequences of a file whose header does not', async () => {
  const bytes = gunzipSync(exampleBam());
  const headerBytes = bytes.readUInt32LE(4);
  const without = Buffer.concat([bytes.subarray(0, 4), Buffer.alloc(4), bytes.subarray(8 + headerBytes)]);
  const { text } = await read(gzipSync(without));
  expect(text.split('\n')[0]).toBe('@SQ\tSN:chr1\tLN:5000');
});

it('shows the first alignments of many, and says so', async () => {
  const bytes = gunzipSync(exampleBam());
  const last = bytes.subarray(bytes.lastIndexOf('read2') - 36);
  const { alignments, isCut } = await read(gzipSync(Buffer.concat([bytes, ...Array(3_000).fill(last)])));
  expect([alignments, isCut]).toEqual([2_000, true]);
});

it('says what is wrong with a file', async () => {
  await expect(read(Buffer.from('@HD'))).rejects.toThrow('This is not a BAM file.');
  await expect(read(gzipSync('@HD'))).rejects.toThrow('This is not a BAM file.');
  await expect(read(Buffer.from('CRAM\u0003'))).rejects.toThrow('This is a CRAM file');
  await expect(read(gzipSync(gunzipSync(exampleBam()).subarray(0, 150)))).rejects.toThrow(
    'The BAM file is damaged',
  );
});

it('survives any wrong byte', async () => {
  const original = gunzipSync(exampleBam());
  for (let at = 4; at < original.length; at += isQuick ? 5 : 1) {
    const data = Buffer.from(original);
    data[at] = (data[at] ?? 0) ^ 0xff;
    await read(gzipSync(data)).catch((error: Error) => expect(error.message).toMatch(/BAM/));
  }
});
