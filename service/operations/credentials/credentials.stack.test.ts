import {
  ConsumerCredentialsDocument,
  IssueConsumerCredentialDocument,
  RevokeConsumerCredentialDocument,
} from '@labroom/client/documents';
import type { CredentialTerms } from '@labroom/protocol/credential';
import { newWallet, signIn, type TestWallet } from '@labroom/testing/actors.ts';
import { deploySafe, signAsSafe } from '@labroom/testing/safe.ts';
import { post, reasonOf, resultOf } from '@labroom/testing/test-client.ts';
import { signedCredential } from '@labroom/testing/test-credential.ts';
import { generateKey } from '@labroom/testing/test-encryption.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { announce } from '@labroom/testing/test-upload.ts';
import { chainOf, fundedWallet } from '@labroom/testing/test-wallets.ts';
import { inArray } from 'drizzle-orm';
import { hashTypedData } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { createConsumerCredential } from '#auth/consumer-credential.ts';
import { consumers } from '#platform/db/tables/consumers.ts';
import { forgetCredentials } from '#worker/forget-credentials.ts';

const LABS = '{ labs { totalCount } }';

const service = await openTestService();
const peer = await service.startPeer({});
const site = new URL(service.context.config.http.webUrl).host;

/** Asks for a credential without having one. */
async function issue(wallet: TestWallet, terms: Partial<CredentialTerms> = {}, given: object = {}) {
  const body = await signedCredential(wallet, terms, { site, ...given });
  return send(body);
}

async function send(body: unknown) {
  const response = await fetch(`${service.url}/credentials`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const reason = ({ body }: Awaited<ReturnType<typeof send>>) => body.errors[0].errorInfo.reason;

const at = (credential: string, url = service.url) => ({ url, credential });

describe('a wallet without a credential', () => {
  test('learns what to sign, signs it, and calls the API', async () => {
    const response = await fetch(`${service.url}/credentials`);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const described = await response.json();
    const wallet = newWallet();
    const { input, signature } = await signedCredential(wallet, { mutations: [] }, { site: described.site });
    const { domain, types, primaryType } = described.typedData;
    const message = {
      ...input,
      mutations: 'none',
      labs: 'all',
      perMinute: 'as the wallet',
      site: described.site,
    };
    const hash = hashTypedData({ domain, types, primaryType, message });
    expect(await wallet.sign({ hash })).toBe(signature);

    const issued = await send({ input, signature });
    expect(issued.status).toBe(201);
    expect(issued.headers.get('cache-control')).toBe('no-store');
    expect(issued.body).toMatchObject({ consumerId: expect.any(String), expiresAt: input.expiresAt });
    for (const url of [service.url, peer.url])
      expect((await post(at(issued.body.credential, url), LABS)).status).toBe(200);
  });

  test('is told where to get one', async () => {
    const { status, body } = await post(at(''), LABS);
    expect(status).toBe(401);
    expect(body.errors[0].message).toContain('POST /credentials');
  });

  test('gets one only for its own signature over these terms, once, in time', async () => {
    const wallet = newWallet();
    const signed = await signedCredential(wallet, {}, { site });
    for (const change of [
      { wallet: newWallet().address },
      { label: 'Other' },
      { mutations: [] },
      { perMinute: 5 },
      { labs: [`0x0101${'0'.repeat(59)}1`] },
      { expiresAt: new Date(Date.parse(signed.input.expiresAt) + 1).toISOString() },
    ])
      expect(reason(await send({ ...signed, input: { ...signed.input, ...change } }))).toBe(
        'INVALID_SIGNATURE',
      );
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(signed)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(reason(await issue(wallet, {}, { site: 'other.example' }))).toBe('INVALID_SIGNATURE');
    expect(reason(await issue(wallet, {}, { chainId: 1 }))).toBe('INVALID_SIGNATURE');
    const old = new Date(Date.now() - 11 * 60_000).toISOString();
    expect(reason(await issue(wallet, {}, { issuedAt: old }))).toBe('SIGNATURE_EXPIRED');
  });

  test.each([
    [{ mutations: ['noSuchMutation'] }],
    [{ label: '' }],
    [{ label: 'two\nlines' }],
    [{ labs: [] }],
    [{ perMinute: 0 }],
    [{ expiresAt: new Date(Date.now() + 400 * 86_400_000).toISOString() }],
    [{ expiresAt: new Date(Date.now() - 60_000).toISOString() }],
  ])('gets none for %o', async (terms) => {
    expect((await issue(newWallet(), terms)).status).toBe(400);
  });

  test.each([{}, null, { input: 1 }, { input: {}, signature: '0x' }, { query: LABS }])(
    'can send nothing else: %o',
    async (body) => {
      expect((await send(body)).status).toBe(400);
    },
  );

  test('may be a Safe', async () => {
    const owner = await fundedWallet();
    const safe = await deploySafe(chainOf(owner), [owner.address]);
    const signer = {
      address: safe,
      signTypedData: async (message: Parameters<typeof hashTypedData>[0]) =>
        signAsSafe(owner, safe, hashTypedData(message)),
    };
    const body = await signedCredential(signer as unknown as TestWallet, {}, { site });
    expect((await send(body)).status).toBe(201);
  });
});

describe('a credential of a wallet', () => {
  let wallet: TestWallet;
  let lab: RegisteredLab;
  let token: string;
  beforeAll(async () => {
    lab = await registeredLab(service);
    ({ owner: wallet, token } = lab);
  });

  const credentialFor = async (terms: Partial<CredentialTerms>) =>
    (await issue(wallet, terms)).body.credential;

  test('gives no right of the wallet', async () => {
    const endpoint = at(await credentialFor({}));
    expect(reasonOf(await generateKey(endpoint))).toBe('NO_AUTH');
    expect((await generateKey(endpoint, token)).error).toBeNull();
  });

  test('that may only read cannot write', async () => {
    const endpoint = at(await credentialFor({ mutations: [] }));
    expect((await post(endpoint, LABS, {}, token)).status).toBe(200);
    expect(reasonOf(await generateKey(endpoint, token))).toBe('CREDENTIAL_SCOPE');
  });

  test('for some operations or labs allows no others', async () => {
    const only = at(await credentialFor({ mutations: ['generateDataEncryptionKey'] }));
    expect((await generateKey(only, token)).error).toBeNull();
    expect(reasonOf(await announce({ ...service, ...only }, lab))).toBe('CREDENTIAL_SCOPE');

    const other = await registeredLab(service, wallet);
    const here = { ...service, ...at(await credentialFor({ labs: [lab.oclId] })) };
    expect((await announce(here, lab)).error).toBeNull();
    const inCapitals = lab.oclId.toUpperCase().replace('0X', '0x');
    expect((await announce(here, { oclId: inCapitals as typeof lab.oclId, token })).error).toBeNull();
    expect(reasonOf(await announce(here, other))).toBe('CREDENTIAL_SCOPE');
    expect(reasonOf(await generateKey(here, token))).toBe('CREDENTIAL_SCOPE');
  });

  test('has no webhooks of its own', async () => {
    const endpoint = at(await credentialFor({}));
    const query = '{ webhooks { id } }';
    expect((await post(endpoint, query, {}, token)).body.errors[0].errorInfo.reason).toBe('CREDENTIAL_SCOPE');
  });

  test('is limited as its terms say', async () => {
    const endpoint = at(await credentialFor({ perMinute: 2 }));
    const statuses: number[] = [];
    for (let sent = 0; sent < 5; sent += 1) statuses.push((await post(endpoint, LABS)).status);
    expect(statuses).toContain(429);
  });

  test('is listed for its wallet alone, without the secret, and revoked at once everywhere', async () => {
    const { body } = await issue(wallet, {
      label: 'Revoked soon',
      labs: [lab.oclId],
      mutations: ['createLab'],
    });
    await post(at(body.credential), LABS);
    const find = async (proof: string) =>
      (await resultOf(service, ConsumerCredentialsDocument, {}, proof)).find(
        ({ consumerId }: { consumerId: string }) => consumerId === body.consumerId,
      );
    await expect
      .poll(async () => find(token))
      .toEqual({
        consumerId: body.consumerId,
        label: 'Revoked soon',
        labs: [lab.oclId],
        mutations: ['createLab'],
        perMinute: null,
        createdAt: expect.any(String),
        expiresAt: body.expiresAt,
        lastUsedAt: expect.any(String),
      });
    const { token: another } = await signIn(service, newWallet());
    expect(await find(another)).toBeUndefined();
    const revoke = (proof: string) =>
      resultOf(service, RevokeConsumerCredentialDocument, { consumerId: body.consumerId }, proof);
    expect(reasonOf(await revoke(another))).toBe('CREDENTIAL_NOT_FOUND');
    expect((await revoke(token)).error).toBeNull();
    expect(reasonOf(await revoke(token))).toBe('CREDENTIAL_NOT_FOUND');
    for (const url of [service.url, peer.url])
      expect((await post(at(body.credential, url), LABS)).status).toBe(401);
    expect(await find(token)).toBeUndefined();
  });

  test('an operator made is not in the list of any wallet, and no wallet revokes it', async () => {
    const [, , consumerId] = service.credential.split('_');
    const refused = await resultOf(service, RevokeConsumerCredentialDocument, { consumerId }, token);
    expect(reasonOf(refused)).toBe('CREDENTIAL_NOT_FOUND');
    expect((await post(service, LABS)).status).toBe(200);
  });

  test('is deleted a month after its end, and one of an operator is not', async () => {
    const { db } = service.context;
    const [ended, valid] = [await issue(wallet), await issue(wallet)];
    const ids = [
      ended.body.consumerId,
      (await createConsumerCredential(db, 'labroom_local', 'Old')).consumerId,
    ];
    await db
      .update(consumers)
      .set({ expiresAt: new Date(Date.now() - 31 * 86_400_000) })
      .where(inArray(consumers.id, ids));
    expect(await forgetCredentials(service.context)).toEqual({ done: 1, more: false });
    const left = await db.select({ id: consumers.id }).from(consumers);
    expect(left).toContainEqual({ id: ids[1] });
    expect(left).toContainEqual({ id: valid.body.consumerId });
    expect(left).not.toContainEqual({ id: ids[0] });
  });

  test('is one of at most 20 valid ones', async () => {
    const busy = newWallet();
    const answers = await Promise.all(Array.from({ length: 25 }, () => issue(busy)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(reason(await issue(busy))).toBe('TOO_MANY_CREDENTIALS');
    const { token } = await signIn(service, busy);
    const [{ consumerId }] = await resultOf(service, ConsumerCredentialsDocument, {}, token);
    await resultOf(service, RevokeConsumerCredentialDocument, { consumerId }, token);
    const by = await signedCredential(busy, {}, { site });
    expect((await resultOf(service, IssueConsumerCredentialDocument, by)).error).toBeNull();
  });
});
