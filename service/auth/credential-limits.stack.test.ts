import { randomBytes } from 'node:crypto';
import { signIn } from '@labroom/testing/actors.ts';
import { post, reasonOf } from '@labroom/testing/test-client.ts';
import { generateKey } from '@labroom/testing/test-encryption.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fileAt, finish, sent } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { consumers } from '../platform/db/tables/consumers.ts';
import { createConsumerCredential } from './consumer-credential.ts';

const LABS = '{ labs { totalCount } }';
const [former, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];

const service = await openTestService({ variables: { SERVICE_SECRET: former } });
const replicaUrl = (await service.startPeer({ SERVICE_SECRET: `${next},\n${former}` })).url;

/** Both replicas, for a new consumer with these limits. */
async function endpoints(limits: Parameters<typeof createConsumerCredential>[3]) {
  const { credential, consumerId } = await createConsumerCredential(
    service.context.db,
    'labroom_local',
    'x',
    limits,
  );
  return { consumerId, at: [service.url, replicaUrl].map((url) => ({ url, credential })) };
}

describe('a consumer credential', () => {
  test('expires on both replicas', async () => {
    const { at, consumerId } = await endpoints({ expiresAt: new Date(Date.now() + 3_600_000) });
    for (const endpoint of at) expect((await post(endpoint, LABS)).status).toBe(200);
    const expiresAt = new Date(Date.now() - 1_000);
    await service.context.db.update(consumers).set({ expiresAt }).where(eq(consumers.id, consumerId));
    for (const endpoint of at) expect((await post(endpoint, LABS)).status).toBe(401);
  });

  test('allows the mutations of its scope, and reads', async () => {
    const { token } = await signIn(service, await fundedWallet());
    const outcomes = async (allowedMutations: string[]) => {
      const { at } = await endpoints({ allowedMutations });
      const answers = await Promise.all(at.map((endpoint) => generateKey(endpoint, token)));
      for (const endpoint of at) expect((await post(endpoint, LABS, {}, token)).status).toBe(200);
      return answers.map(({ error }) => error?.details ?? null);
    };
    const refused = '{"reason":"CREDENTIAL_SCOPE"}';
    expect(await outcomes([])).toEqual([refused, refused]);
    expect(await outcomes(['createLab'])).toEqual([refused, refused]);
    expect(await outcomes(['generateDataEncryptionKey'])).toEqual([null, null]);
  });

  test('has its own limit, shared by replicas', async () => {
    const { at } = await endpoints({ perMinute: 3 });
    const statuses: number[] = [];
    for (const endpoint of [...at, ...at, ...at]) statuses.push((await post(endpoint, LABS)).status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(4);
    expect(statuses).toContain(429);
  });
});

test('a new SERVICE_SECRET signs, and signatures of the former one stay valid', async () => {
  const replica = { url: replicaUrl, credential: service.credential };
  const lab = await registeredLab(service);
  expect((await generateKey(replica, lab.token)).error).toBeNull();
  const uploadToken = await sent(service, lab, 'bytes');
  const finished = await finish({ ...service, ...replica }, lab, uploadToken, { path: 'rotated.txt' });
  expect(finished.error).toBeNull();
  const { downloadUrl } = await fileAt(service, lab, 'rotated.txt');
  expect((await fetch(downloadUrl.replace(service.url, replicaUrl))).status).toBe(200);
  // The other process does not have the new secret yet.
  const { token } = await signIn(replica, await fundedWallet());
  expect(reasonOf(await generateKey(service, token))).toBe('INVALID_TOKEN');
});
