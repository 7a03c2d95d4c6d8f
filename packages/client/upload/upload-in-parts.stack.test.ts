import { createDecipheriv, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RegisteredLab, registeredLab } from '#testing/test-registered-lab.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { createLabroomClient, type LabroomClientOptions } from '../client.ts';
import { inlineCrypto } from '../crypto/inline-crypto.ts';
import { createDownloadApi } from '../download/download-api.ts';
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
