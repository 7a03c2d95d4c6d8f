import { randomBytes } from 'node:crypto';
import { signIn } from '@labroom/testing/actors.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { deploySafe, signAsSafe, swapFirstOwner } from '@labroom/testing/safe.ts';
import { post, resultOf } from '@labroom/testing/test-client.ts';
import { uploadSecret } from '@labroom/testing/test-encryption.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { chainOf, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { generateToken, revokeToken, signInMessage } from '@labroom/testing/token-requests.ts';
import { eq, sql } from 'drizzle-orm';
import { type Address, hashMessage } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hangUp, startFaultyNode } from '../chain/faulty-node.fixture.ts';
import { serviceTokens } from '../platform/db/tables/tokens.ts';
import { signServiceToken } from './service-token.ts';

/** What an answer says of a service token that does not hold (docs/specification/identity.md#a-service-token-that-does-not-hold). */

const ORIGIN = 'https://tools.example.org';
const READ = `query($o: String!) { labWithDataRoomAndFiles(oclId: $o) { dataRoom { files {
  path accessLevel contentHash encryptionMetadata { contentHash canRead } } } } }`;
const WRITE = 'mutation { generateDataEncryptionKey { plaintextDEK error { code details } } }';

const node = await startFaultyNode(requireStack('rpcUrl'));
const service = await openTestService({ variables: { RPC_URL: node.rpcUrl, ALLOWED_ORIGINS: ORIGIN } });
const lab = await registeredLab(service);
await uploadFile(service, lab, 'for all', { path: 'public.txt' });
await uploadSecret(service, lab, 'for the team', { path: 'team.txt' });
afterAll(() => node.stop());

interface Read {
  header: string | null;
  extension: string | undefined;
  canRead: boolean | null;
  hash: string | null;
  body: { errors?: unknown };
  headers: Headers;
}

/** Reads a public and an encrypted file, as everyone may. */
async function read(token: string, room = lab.oclId, method: 'GET' | 'POST' = 'POST'): Promise<Read> {
  const variables = { o: room };
  const headers = {
    authorization: service.credential,
    'x-service-token': token,
    'content-type': 'application/json',
    origin: ORIGIN,
  };
  const parameters = new URLSearchParams({ query: READ, variables: JSON.stringify(variables) });
  const response = await (method === 'GET'
    ? fetch(`${service.url}/graphql?${parameters}`, { headers })
    : fetch(`${service.url}/graphql`, {
        ...{ method, headers },
        body: JSON.stringify({ query: READ, variables }),
      }));
  const body = (await response.json()) as {
    errors?: unknown;
    extensions?: { serviceToken?: { state: string } };
    data: { labWithDataRoomAndFiles: { dataRoom: { files: { path: string; encryptionMetadata: Read }[] } } };
  };
  expect([response.status, body.errors]).toEqual([200, undefined]);
  const { files } = body.data.labWithDataRoomAndFiles.dataRoom;
  const { encryptionMetadata } = files.find(({ path }) => path === 'team.txt') ?? {};
  return {
    header: response.headers.get('labroom-service-token'),
    extension: body.extensions?.serviceToken?.state,
    canRead: encryptionMetadata?.canRead ?? null,
    hash: (encryptionMetadata as { contentHash: string | null } | undefined)?.contentHash ?? null,
    body,
    headers: response.headers,
  };
}

/** A token of the owner that has come to its end, or was never one. */
const endings: Record<string, { state: string; reason: string; token(): Promise<string> }> = {
  'was revoked': {
    state: 'REVOKED',
    reason: 'TOKEN_REVOKED',
    async token() {
      const { token, tokenId } = await signIn(service, lab.owner);
      await revokeToken(service, tokenId, token);
      return token;
    },
  },
  'has expired': {
    state: 'EXPIRED',
    reason: 'TOKEN_EXPIRED',
    async token() {
      const { token, tokenId } = await signIn(service, lab.owner);
      const expiresAt = sql`now() - interval '1 second'`;
      await service.context.db.update(serviceTokens).set({ expiresAt }).where(eq(serviceTokens.id, tokenId));
      return token;
    },
  },
  'was tampered with': {
    state: 'INVALID',
    reason: 'INVALID_TOKEN',
    token: async () => `${(await signIn(service, lab.owner)).token.slice(0, -4)}AAAA`,
  },
  'is of another environment': {
    state: 'INVALID',
    reason: 'INVALID_TOKEN',
    token: async () => byHand('staging', service.context.secrets.serviceTokenKeys),
  },
  'was signed with another key': {
    state: 'INVALID',
    reason: 'INVALID_TOKEN',
    token: () => byHand('local', [randomBytes(32)]),
  },
  'is none': { state: 'INVALID', reason: 'INVALID_TOKEN', token: async () => 'nonsense' },
};

async function byHand(environment: 'local' | 'staging', keys: readonly Uint8Array[]): Promise<string> {
  const { tokenId } = await signIn(service, lab.owner);
  return signServiceToken({
    keys: keys as typeof service.context.secrets.serviceTokenKeys,
    ...{ environment, tokenId, wallet: lab.wallet.toLowerCase(), serviceName: 'x', authMethod: 'signature' },
    issuedAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
  });
}

describe.each(Object.entries(endings))('a service token that %s', (_, { state, reason, token }) => {
  test.each(['POST', 'GET'] as const)(
    'leaves public data readable by %s, and the answer says so',
    async (method) => {
      const answer = await read(await token(), lab.oclId, method);
      expect(answer).toMatchObject({
        header: state.toLowerCase(),
        extension: state,
        canRead: false,
        hash: null,
      });
      // No cache may give it to anybody else.
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('access-control-expose-headers')).toContain('labroom-service-token');
      expect(JSON.stringify(answer.body)).not.toContain('eyJ');
    },
  );

  test('fails a mutation in-band, with the header and without the extension', async () => {
    const { headers, body } = await post(service, WRITE, {}, await token());
    expect(headers.get('labroom-service-token')).toBe(state.toLowerCase());
    expect(body.extensions).toBeUndefined();
    const { error } = body.data.generateDataEncryptionKey;
    expect([error.code, JSON.parse(error.details).reason]).toEqual(['UNAUTHENTICATED', reason]);
  });

  test('fails a query of the wallet, and the answer says it twice', async () => {
    const { body } = await post(service, '{ inbox { totalCount } }', {}, await token());
    expect(body.errors).toMatchObject([{ errorType: 'UNAUTHENTICATED', extensions: { reason } }]);
    expect(body.extensions.serviceToken).toEqual({ state });
  });

  test('is refused by /mcp, and the answer says so', async () => {
    const response = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await token()}` },
      body: '{}',
    });
    expect([response.status, response.headers.get('labroom-service-token')]).toEqual([
      401,
      state.toLowerCase(),
    ]);
  });
});

test('a token that holds, and no token at all, is not spoken of', async () => {
  const silent = { header: null, extension: undefined };
  const own = await read(lab.token);
  expect(own).toMatchObject({ ...silent, canRead: true, hash: expect.stringMatching(/^sha256-/) });
  const stranger = await read((await signIn(service, await fundedWallet())).token);
  expect(stranger).toMatchObject({ ...silent, canRead: false, hash: null });
  const nobody = await post(service, READ, { o: lab.oclId });
  expect([nobody.headers.get('labroom-service-token'), nobody.body.extensions]).toEqual([null, undefined]);
});

test('stands beside what else is in the extensions', async () => {
  const proof = { 'x-service-token': 'nonsense', 'labroom-cost': '1' };
  const { body } = await post(service, '{ labs { totalCount } }', {}, proof);
  expect(Object.keys(body.extensions).toSorted()).toEqual(['cost', 'serviceToken']);
});

describe('a token of a Safe', () => {
  let leaver: TestWallet;
  let safe: Address;
  let room: Awaited<ReturnType<typeof registeredLab>>;
  let token: string;
  let tokenId: string;

  beforeAll(async () => {
    leaver = await fundedWallet();
    safe = await deploySafe(chainOf(leaver), [leaver.address, (await fundedWallet()).address]);
    room = await registeredLab(service, leaver, safe);
    await uploadSecret(service, room, 'for owners', { path: 'team.txt' });
    const message = await signInMessage(service, safe);
    const messageSignature = await signAsSafe(leaver, safe, hashMessage(message));
    ({ token, tokenId } = await generateToken(service, { walletAddress: safe, messageSignature }));
  });
  const passFiveMinutes = () =>
    service.context.db
      .update(serviceTokens)
      .set({ confirmedAt: sql`now() - interval '6 minutes'` })
      .where(eq(serviceTokens.id, tokenId));

  test('that cannot be asked about, because the node is away, is not called ended', async () => {
    await passFiveMinutes();
    node.fail(hangUp);
    try {
      // Whether it may be read is unknown, which is not "no".
      expect(await read(token, room.oclId)).toMatchObject({
        header: null,
        extension: undefined,
        canRead: null,
      });
      const { error } = await resultOf(service, WRITE, {}, token);
      expect(error.code).toBe('UPSTREAM_UNAVAILABLE');
      // The wallet of a key needs no node to be known; what it may open does.
      expect(await read(lab.token)).toMatchObject({ header: null, extension: undefined, canRead: null });
      const hashes = await post(
        service,
        '{ filesByContentHash(contentHash: "sha256-00") { path } }',
        {},
        token,
      );
      expect(hashes.body.errors[0].errorType).not.toBe('UNAUTHENTICATED');
    } finally {
      node.fail(null);
    }
    expect(await read(token, room.oclId)).toMatchObject({ header: null, canRead: true });
  });

  test('whose signer was removed is revoked by the question, and that answer says so', async () => {
    await swapFirstOwner(chainOf(leaver), safe, (await fundedWallet()).address);
    await passFiveMinutes();
    for (let time = 0; time < 2; time += 1)
      expect(await read(token, room.oclId)).toMatchObject({
        header: 'revoked',
        extension: 'REVOKED',
        canRead: false,
      });
  });
});
