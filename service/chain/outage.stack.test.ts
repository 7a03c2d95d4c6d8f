import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '#testing/actors.ts';
import { type Relay, startRelay } from '#testing/relay.ts';
import { requireStack } from '#testing/require-stack.ts';
import { ask } from '#testing/test-client.ts';
import { decryptDataKey, encryptFor } from '#testing/test-encryption.ts';
import { mintLab } from '#testing/test-lab.ts';
import { type RegisteredLab, registeredLab } from '#testing/test-registered-lab.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { finish, initiate, sent, uploadFile } from '#testing/test-upload.ts';
import { fundedWallet } from '#testing/test-wallets.ts';

let relay: Relay;
let service: TestService;
let lab: RegisteredLab;
beforeAll(async () => {
  relay = await startRelay(requireStack('rpcUrl'));
  service = await startTestService({ rpcUrl: relay.url });
  lab = await registeredLab(service);
});
afterAll(async () => {
  await service.stop();
  await relay.close();
});

const CREATE =
  'mutation($id: String!) { createLab(input: { oclId: $id }) { lab { oclId } error { code retryable } } }';
const ROOM =
  'query($id: String!) { labWithDataRoomAndFiles(oclId: $id) { dataRoom { storageUsed files { path downloadUrl } } } labActivity(oclId: $id, page: 0, perPage: 10) { nodes { __typename } } labs { totalCount } }';
const DELETE =
  'mutation($o: String!, $p: String!, $by: String!) { deleteDataRoomFile(oclId: $o, path: $p, changeBy: $by) { error { code retryable } } }';
const UNAVAILABLE = { code: 'UPSTREAM_UNAVAILABLE', retryable: true };

describe('while the chain cannot be reached', () => {
  test('reads work, writes and keys fail with a clear error and change nothing; afterwards everything works without a restart', async () => {
    const owner = await fundedWallet();
    const minted = await mintLab(owner);
    const { token } = await signIn(service, owner);
    const { ciphertext, encryptionMetadata } = await encryptFor(service, lab, 'secret');
    await uploadFile(service, lab, ciphertext, {
      path: 'kept.txt',
      accessLevel: 'ADMIN',
      encryptionMetadata,
    });
    const pending = await sent(service, lab, 'pending');
    const room = () => ask(service, ROOM, { id: lab.oclId });
    const before = await room();

    relay.cut();
    expect((await ask(service, CREATE, { id: minted.oclId }, token)).createLab.error).toEqual(UNAVAILABLE);
    expect((await initiate(service, lab, 1)).error).toMatchObject({ code: UNAVAILABLE.code });
    expect((await finish(service, lab, pending, { path: 'pending.txt' })).error).toMatchObject(UNAVAILABLE);
    expect((await decryptDataKey(service, lab, { filePath: 'kept.txt' })).error).toMatchObject(UNAVAILABLE);
    expect(
      (await ask(service, DELETE, { o: lab.oclId, p: 'kept.txt', by: lab.wallet }, lab.token))
        .deleteDataRoomFile.error,
    ).toEqual(UNAVAILABLE);
    const during = await room();
    expect(withoutUrls(during)).toEqual(withoutUrls(before));
    expect((await fetch(during.labWithDataRoomAndFiles.dataRoom.files[0].downloadUrl)).status).toBe(200);

    relay.mend();
    expect((await ask(service, CREATE, { id: minted.oclId }, token)).createLab.error).toBeNull();
    expect((await finish(service, lab, pending, { path: 'pending.txt' })).error).toBeNull();
    expect((await decryptDataKey(service, lab, { filePath: 'kept.txt' })).error).toBeNull();
  });
});

function withoutUrls(room: unknown): unknown {
  return JSON.parse(JSON.stringify(room, (key, value) => (key === 'downloadUrl' ? undefined : value)));
}
