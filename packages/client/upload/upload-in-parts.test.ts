import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { CHUNK_BYTES } from '@labroom/protocol/chunk-list';
import { isQuick } from '@labroom/testing/depth.ts';
import { describe, expect, it } from 'vitest';
import { CryptoError } from '../crypto/primitives/crypto-error.ts';
import { fakeParts, hashOf, keptInMemory } from './fake-parts.fixture.ts';
import { apiFailure } from './fake-ports.ts';
import { type UploadCheckpoint, uploadFile } from './upload-file.ts';
import { IN_PARTS_FROM, sendInParts } from './upload-in-parts.ts';
import type { UploadRequest } from './upload-request.ts';

const never = new AbortController().signal;
const PART = 40_000;
// The ends of a file name its upload, so what may change unnoticed is in the middle.
const content = randomBytes(190_000);
// As many bytes as are sent in parts; no MiB is like another. At the quick depth two chunks.
const large = Buffer.alloc(isQuick ? CHUNK_BYTES + 5 : IN_PARTS_FROM, content);
/** A file that looks the same from outside, whatever is in it. */
const fileOf = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'reads.fastq', { lastModified: 1 });
const requestOf = (bytes: Uint8Array<ArrayBuffer>, level: 'ADMIN' | 'PUBLIC' = 'ADMIN'): UploadRequest => ({
  oclId: '0x01',
  file: fileOf(bytes),
  contentType: 'text/plain',
  target: { path: 'reads.fastq' },
  access: level === 'PUBLIC' ? { level } : { level, conditions: '[]' },
  changeBy: `0x${'a'.repeat(40)}`,
});
/** Of a file that is sent in parts. At the quick depth all its MiB are the same one, which is in memory once. */
const largeRequest = (level: 'ADMIN' | 'PUBLIC'): UploadRequest => {
  if (!isQuick) return requestOf(large, level);
  const mebibyte = new Blob([large.subarray(0, CHUNK_BYTES)]);
  const file = new File(Array<Blob>(IN_PARTS_FROM / CHUNK_BYTES).fill(mebibyte), 'reads.fastq');
  return { ...requestOf(content, level), file };
};
const changedAt = (at: number) => {
  const changed = Buffer.from(content);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
};
const network = () => new CryptoError('NETWORK', 'was lost');
const refused = (status: number) => new CryptoError('HTTP', `answered ${status}`, { status });

type Parts = ReturnType<typeof fakeParts>;
/** Sends and finishes, as `uploadFile` does for files that are large enough. */
async function upload(
  parts: Parts,
  request: UploadRequest,
  checkpoint: UploadCheckpoint = {},
  signal = never,
) {
  const sent = await sendInParts(parts.ports, request, checkpoint, signal, {});
  const { uploadToken, encryptionMetadata, sent: known } = sent;
  const named = { oclId: '0x01', uploadToken, path: 'a', accessLevel: request.access.level, changeBy: '0x' };
  const receipt = await parts.ports.api.finish({
    ...named,
    ...(encryptionMetadata && { encryptionMetadata }),
  });
  if ('hash' in known) expect(receipt.contentHash).toBe(known.hash);
  else expect(await parts.ports.inParts.api.chunksOf('0x01', receipt)).toEqual(known.chunks);
  return sent;
}
/** No two contents were encrypted alike: what was sent for a part of an upload is always the same. */
function expectOneContentPerKey({ sent }: Parts) {
  const first = new Map<string, Buffer>();
  for (const { token, number, bytes } of sent) {
    const before = first.get(`${token}/${number}`) ?? bytes;
    first.set(`${token}/${number}`, before);
    expect(bytes.equals(before)).toBe(true);
  }
}

describe('an upload in parts', () => {
  it.each(['ADMIN', 'PUBLIC'] as const)('stores one object that other programs open: %s', async (level) => {
    const around = [PART - 17, PART - 15, PART - 1, PART, 2 * PART];
    for (const length of [1, PART - 16, PART + 1, 190_000, ...(isQuick ? [] : around)]) {
      const parts = fakeParts(PART);
      const bytes = content.subarray(0, length);
      const { encryptionMetadata } = await upload(parts, requestOf(bytes, level));
      expect(parts.opened().equals(bytes)).toBe(true);
      expect(encryptionMetadata?.contentHash).toBe(level === 'ADMIN' ? `sha256-${hashOf(bytes)}` : undefined);
      expect(parts.sent.slice(0, -1).every((one) => one.bytes.length === PART)).toBe(true);
    }
  });

  it('authenticates the SHA-256 of each MiB under a key from the data key', async () => {
    // Every byte is encrypted. At the quick depth chunks of two parts, else also two chunks of one.
    const [partLength, ...lengths] = isQuick
      ? [CHUNK_BYTES, CHUNK_BYTES + 5]
      : [2 * CHUNK_BYTES, 1, 3 * CHUNK_BYTES + 5, 2 * CHUNK_BYTES - 16, 2 * CHUNK_BYTES];
    const parts = fakeParts(partLength);
    for (const length of lengths) {
      const { encryptionMetadata, uploadToken } = await upload(parts, requestOf(large.subarray(0, length)));
      const stored = parts.stored(uploadToken);
      const size = Buffer.alloc(8);
      size.writeBigUInt64BE(BigInt(stored.length));
      const key = Buffer.from(
        hkdfSync('sha256', parts.keyOf(encryptionMetadata), '', 'labroom chunks v1', 32),
      );
      const code = createHmac('sha256', key)
        .update(Buffer.from(encryptionMetadata?.iv ?? '', 'base64'))
        .update(size);
      for (let at = 0; at < stored.length; at += CHUNK_BYTES)
        code.update(Buffer.from(hashOf(stored.subarray(at, at + CHUNK_BYTES)), 'hex'));
      expect(encryptionMetadata?.chunksMac).toBe(code.digest('base64'));
    }
    const uneven = await upload(fakeParts(PART), requestOf(content));
    const everyone = await upload(fakeParts(CHUNK_BYTES), requestOf(content, 'PUBLIC'));
    expect([uneven, everyone].map((one) => one.encryptionMetadata?.chunksMac)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('is refused with a list of the stored chunks of another chunk, that is shorter, or that is not there', async () => {
    const parts = fakeParts(CHUNK_BYTES);
    const request = requestOf(large.subarray(0, CHUNK_BYTES + 5));
    const { api } = parts.ports.inParts;
    const sent = await sendInParts(parts.ports, request, {}, never, {});
    const finishWith = (change: (list: Uint8Array) => Uint8Array | null) => {
      const chunksOf: typeof api.chunksOf = async (...args) =>
        change((await api.chunksOf(...args)) ?? new Uint8Array());
      const ports = { ...parts.ports, inParts: { ...parts.ports.inParts, api: { ...api, chunksOf } } };
      return uploadFile(ports, request, { sent }, never);
    };
    for (const change of [
      (list: Uint8Array) => list.with(20, (list[20] ?? 0) ^ 1),
      (list: Uint8Array) => list.subarray(32),
      () => null,
    ])
      await expect(finishWith(change)).rejects.toMatchObject({ code: 'HASH_MISMATCH' });
    await expect(finishWith((list) => list)).resolves.toBeDefined();
  });

  it('begins at once for large files: key and reservation together, two parts on their way', async () => {
    const parts = fakeParts(PART);
    parts.hold('put');
    const controller = new AbortController();
    const uploading = uploadFile(parts.ports, largeRequest('ADMIN'), {}, controller.signal);
    await parts.reached('put', 2);
    expect(parts.calls.slice(0, 2).sort()).toEqual(['initiateInParts', 'key']);
    expect(parts.sent.map(({ number }) => number)).toEqual([1, 2]);
    controller.abort();
    await expect(uploading).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('tells how many bytes are sent, to the last one of the tag', async () => {
    const parts = fakeParts(PART);
    const seen: number[] = [];
    await sendInParts(parts.ports, requestOf(content), {}, never, { onBytes: (sent) => seen.push(sent) });
    expect([seen[0], seen.at(-1), Math.max(...seen)]).toEqual([0, content.length + 16, content.length + 16]);
  });

  // Every MiB is encrypted and hashed.
  if (!isQuick)
    it('stores a large file as one object that other programs open', async () => {
      const parts = fakeParts(5 * 1_048_576);
      await uploadFile(parts.ports, requestOf(large), {}, never);
      expect(parts.opened().equals(large)).toBe(true);
    });

  it('sends smaller files as a whole', async () => {
    const parts = fakeParts(PART);
    await uploadFile(parts.ports, requestOf(randomBytes(100)), {}, never).catch(() => {});
    expect(parts.calls).not.toContain('initiateInParts');
  });

  it('repeats a part alone, and asks for a new URL where the storage refused one', async () => {
    const parts = fakeParts(PART);
    parts.refuse(2, network(), refused(503));
    parts.refuse(4, refused(403));
    await upload(parts, requestOf(content));
    expect(parts.sent.map(({ number }) => number).sort()).toEqual([1, 2, 2, 2, 3, 4, 4, 5]);
    expect(parts.calls.filter((call) => call.startsWith('uploadParts'))).toEqual([
      'uploadParts 2,3,4,5',
      'uploadParts 4,5',
    ]);
    expect(parts.opened().equals(content)).toBe(true);
    expectOneContentPerKey(parts);
  });

  it('fails with the error of its part, and nothing is on its way afterwards', async () => {
    const parts = fakeParts(PART);
    parts.refuse(1, refused(400));
    const failing = upload(parts, requestOf(content));
    await expect(failing).rejects.toMatchObject({ code: 'HTTP', status: 400 });
    expect(parts.finished).toEqual([]);
  });

  it('stops where it is cancelled', async () => {
    const parts = fakeParts(PART);
    parts.hold('put');
    const controller = new AbortController();
    const uploading = upload(parts, requestOf(content), {}, controller.signal);
    await parts.reached('put', 2);
    controller.abort();
    await expect(uploading).rejects.toMatchObject({ code: 'ABORTED' });
    expect(parts.uploads.get('upload-1')?.size).toBe(0);
  });

  it('asks for URLs again when they have expired', async () => {
    const parts = fakeParts(PART);
    const checkpoint: UploadCheckpoint = {};
    parts.refuse(1, network(), network(), network());
    await expect(upload(parts, requestOf(content), checkpoint)).rejects.toThrow();
    parts.advanceTime(3_600_000);
    await upload(parts, requestOf(content), checkpoint);
    expect(parts.opened().equals(content)).toBe(true);
  });
});

describe('an upload that is continued', () => {
  /** An upload of which parts 1 and 2 are stored, and part 3 reached the storage without an answer. */
  async function interrupted(request = requestOf(content)) {
    const parts = fakeParts(PART);
    const kept = keptInMemory();
    parts.ports.inParts.kept = kept;
    parts.refuse(3, refused(400));
    await expect(upload(parts, request)).rejects.toMatchObject({ status: 400 });
    const stored = parts.uploads.get('upload-1') ?? new Map();
    for (const number of [3, 4, 5]) stored.delete(number);
    for (const { number, bytes } of parts.sent) if (number < 3) stored.set(number, bytes);
    return { parts, kept, sentBefore: parts.sent.length };
  }

  it('sends only what is missing, under the same key', async () => {
    const { parts, kept, sentBefore } = await interrupted();
    await upload(parts, requestOf(content));
    expect(parts.sent.slice(sentBefore).map(({ number }) => number)).toEqual([3, 4, 5]);
    expect(parts.calls.filter((call) => call === 'key')).toHaveLength(1);
    expect(parts.opened().equals(content)).toBe(true);
    expectOneContentPerKey(parts);
    expect(kept.size()).toBe(1);
  });

  it.each([
    ['in a part that is stored', 70_000],
    ['in a part that was sent, and is not stored', 100_000],
    ['in a part after those', 122_000],
  ])('never encrypts other content under one key: changed %s', async (_, at) => {
    const { parts } = await interrupted();
    await upload(parts, requestOf(changedAt(at)));
    expect(parts.opened().equals(changedAt(at))).toBe(true);
    expectOneContentPerKey(parts);
  });

  it('begins anew where the storage has parts of which no hash was kept', async () => {
    const { parts, kept } = await interrupted();
    kept.loseHashes();
    await upload(parts, requestOf(changedAt(100_000)));
    expect(parts.calls.filter((call) => call === 'key')).toHaveLength(2);
    expect(parts.opened().equals(changedAt(100_000))).toBe(true);
    expectOneContentPerKey(parts);
  });

  it('holds for two that continue at once, each with another content', async () => {
    const { parts } = await interrupted();
    await Promise.all([upload(parts, requestOf(content)), upload(parts, requestOf(changedAt(2500)))]);
    expectOneContentPerKey(parts);
  });

  it('is not continued by another wallet, at another place, or for everyone', async () => {
    const { parts, sentBefore } = await interrupted();
    const same = requestOf(content);
    await upload(parts, { ...same, changeBy: `0x${'b'.repeat(40)}` });
    await upload(parts, { ...same, target: { path: 'other.fastq' } });
    await upload(parts, { ...same, oclId: '0x02' });
    await upload(parts, requestOf(content, 'PUBLIC'));
    expect(parts.sent.slice(sentBefore)).toHaveLength(20);
    expectOneContentPerKey(parts);
  });

  it.each([undefined, 'UPLOAD_TOKEN_EXPIRED', 'UNKNOWN_DATA_KEY'] as const)(
    'is forgotten with its key when it is finished, or can no longer be: %s',
    async (reason) => {
      const parts = fakeParts(isQuick ? PART : 5 * 1_048_576);
      const kept = keptInMemory();
      parts.ports.inParts.kept = kept;
      const checkpoint: UploadCheckpoint = {};
      const request = largeRequest('PUBLIC');
      if (isQuick) {
        // Of all that was sent, one part.
        parts.refuse(2, refused(400));
        await expect(uploadFile(parts.ports, request, checkpoint, never)).rejects.toMatchObject({
          status: 400,
        });
        const hash = `sha256:${hashOf(parts.stored('upload-1'))}`;
        checkpoint.sent = { uploadToken: 'upload-1', sent: { hash } };
        expect([kept.size(), checkpoint.inParts]).toEqual([1, expect.anything()]);
      }
      if (reason) parts.fail('finish', apiFailure('FAILED_PRECONDITION', reason));
      const uploading = uploadFile(parts.ports, request, checkpoint, never);
      await (reason ? expect(uploading).rejects.toMatchObject({ reason }) : uploading);
      expect([kept.size(), checkpoint.inParts]).toEqual([0, undefined]);
    },
  );

  // Every MiB is encrypted and hashed twice.
  if (!isQuick)
    it('sends the parts that the service misses at the end, and finishes once more', async () => {
      const parts = fakeParts(5 * 1_048_576);
      const checkpoint: UploadCheckpoint = {};
      parts.fail('finish', apiFailure('VALIDATION_FAILED', 'UPLOAD_INCOMPLETE'));
      const request = requestOf(large, 'PUBLIC');
      await expect(uploadFile(parts.ports, request, checkpoint, never)).rejects.toThrow();
      parts.uploads.get('upload-1')?.delete(2);
      await uploadFile(parts.ports, request, checkpoint, never);
      expect(parts.sent.map(({ number }) => number)).toEqual([1, 2, 3, 4, 2]);
      expect(parts.opened().equals(large)).toBe(true);
    });
});
