import { createDecipheriv, randomBytes } from 'node:crypto';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLabroomClient, type LabroomClientOptions } from '../client.ts';
import { inlineCrypto } from '../crypto/inline-crypto.ts';
import { createDownloadApi } from '../download/download-api.ts';
import { openRanges } from '../download/read-range.ts';
import { streamFile } from '../download/stream-file.ts';
import { keptInMemory } from './fake-parts.fixture.ts';

let service: TestService;
let lab: RegisteredLab;
let options: LabroomClientOptions;
beforeAll(async () => {
  service = await startTestService();
  lab = await registeredLab(service);
  options = { graphqlUrl: `${service.url}/graphql`, chainId: 31337, credential: service.credential };
});
afterAll(() => service.stop());

const content = randomBytes(20_000_003);
const upload = (path: string, access: 'TEAM' | 'PUBLIC') => ({
  oclId: lab.oclId,
  target: { path },
  body: new File([content], path, { lastModified: 1 }),
  access,
});

test.each(['TEAM', 'PUBLIC'] as const)(
  'a large file is sent in parts, and read by every program: %s',
  async (access) => {
    const path = `${access}.bin`;
    const owner = await createLabroomClient(options).signIn(lab.owner);
    const seen: number[] = [];
    await owner.upload(upload(path, access), { onBytes: (bytes) => seen.push(bytes) });
    expect(seen.at(-1)).toBe(content.length + (access === 'TEAM' ? 16 : 0));

    const { body } = await owner.download({ oclId: lab.oclId, path });
    expect(Buffer.from(await body.arrayBuffer()).equals(content)).toBe(true);
    const streamed = await streamFile(owner.call, { oclId: lab.oclId, path });
    expect(Buffer.from(await new Response(streamed.body).arrayBuffer()).equals(content)).toBe(true);

    const ranges = await openRanges(owner.call, { oclId: lab.oclId, path });
    expect(ranges?.size).toBe(content.length);
    for (const [offset, length] of [
      [0, 9],
      [8_388_600, 20],
      [content.length - 5, 9],
    ] as const)
      expect(
        Buffer.from((await ranges?.read(offset, length)) ?? []).equals(
          content.subarray(offset, offset + length),
        ),
      ).toBe(true);

    const { file } = streamed;
    const stored = Buffer.from(await (await fetch(file.downloadUrl)).arrayBuffer());
    if (!file.encryption) return expect(stored.equals(content)).toBe(true);
    const api = createDownloadApi(owner.call);
    const released = await api.decryptDataKey(
      { oclId: lab.oclId, ref: file.did, version: 1 },
      new AbortController().signal,
    );
    const key = Buffer.from(released.key, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(file.encryption.iv, 'base64'));
    decipher.setAuthTag(stored.subarray(-16));
    expect(Buffer.concat([decipher.update(stored.subarray(0, -16)), decipher.final()]).equals(content)).toBe(
      true,
    );
  },
);

test('a bit that changes in the store is not given by a range, and the rest of the file is', async () => {
  const owner = await createLabroomClient(options).signIn(lab.owner);
  const at = { oclId: lab.oclId, path: 'changed.bin' };
  await owner.upload(upload(at.path, 'TEAM'));
  const ranges = await openRanges(owner.call, at);
  if (!ranges) throw new Error('There is no list of chunks');
  const stored = await objectWithHash(ranges.file.contentHash);
  const file = await open(stored, 'r+');
  const where = 5_000_000;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, where);
  await file.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, where);
  await file.close();
  await expect(ranges.read(where, 1)).rejects.toMatchObject({ code: 'HASH_MISMATCH' });
  await expect(ranges.read(0, content.length)).rejects.toMatchObject({ code: 'HASH_MISMATCH' });
  const rest = Buffer.from(await ranges.read(6_000_000, 9));
  expect(rest.equals(content.subarray(6_000_000, 6_000_009))).toBe(true);
});

/** The file on the disk that has an object. */
async function objectWithHash(contentHash: string): Promise<string> {
  const root = join(service.dataDir, 'objects');
  for (const name of await readdir(root, { recursive: true })) {
    const path = join(root, name);
    if (!(await stat(path)).isFile()) continue;
    // The end of an object file says its hash.
    if ((await readFile(path)).subarray(-400).includes(contentHash.replace('sha256:', ''))) return path;
  }
  throw new Error('No object has this hash');
}

test('another run of a program goes on with what the first one sent', async () => {
  const kept = keptInMemory();
  const cancelling = new AbortController();
  const first = await createLabroomClient({ ...options, kept }).signIn(lab.owner);
  const onBytes = (bytes: number) => bytes > 9_000_000 && cancelling.abort();
  const stopped = first.upload(upload('kept.bin', 'TEAM'), { signal: cancelling.signal, onBytes });
  await expect(stopped).rejects.toMatchObject({ code: 'ABORTED' });
  expect(kept.size()).toBe(1);

  const second = await createLabroomClient({ ...options, kept }).signIn(lab.owner);
  const sent: string[] = [];
  const send = inlineCrypto.send;
  inlineCrypto.send = (request, running) => {
    sent.push(request.url);
    return send(request, running);
  };
  try {
    await second.upload(upload('kept.bin', 'TEAM'));
  } finally {
    inlineCrypto.send = send;
  }
  // Of three parts, at least one had arrived.
  expect(sent.length).toBeLessThan(3);
  expect(kept.size()).toBe(0);
  const { body } = await second.download({ oclId: lab.oclId, path: 'kept.bin' });
  expect(Buffer.from(await body.arrayBuffer()).equals(content)).toBe(true);
});
