import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signServiceToken } from '#service/auth/service-token.ts';
import { serviceTokens } from '#service/platform/db/tables/tokens.ts';
import { signIn } from '#testing/actors.ts';
import { capturedStatements } from '#testing/captured-queries.ts';
import { ask, post } from '#testing/test-client.ts';
import { decryptDataKey, encryptFor } from '#testing/test-encryption.ts';
import { grantRole } from '#testing/test-lab.ts';
import { as, type RegisteredLab, registeredLab } from '#testing/test-registered-lab.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { uploadFile } from '#testing/test-upload.ts';
import { fundedWallet } from '#testing/test-wallets.ts';

let service: TestService;
let lab: RegisteredLab;
beforeAll(async () => {
  service = await startTestService();
  lab = await registeredLab(service);
});
afterAll(() => service.stop());

const QUERY = `query($oclId: String!, $page: Int, $perPage: Int) {
  keyReleases(oclId: $oclId, page: $page, perPage: $perPage) { totalCount pageInfo { currentPage totalPages hasNextPage }
    nodes { at wallet did path version outcome reason predicates requestId } } }`;

const releases = (token?: string, args: object = {}) =>
  post(service, QUERY, { oclId: lab.oclId, ...args }, token);

describe('keyReleases', () => {
  test('lists every release and refusal for the owner, newest first, also of deleted files', async () => {
    const { ciphertext, encryptionMetadata } = await encryptFor(service, lab, 'secret');
    const { datasetId: did } = await uploadFile(service, lab, ciphertext, {
      path: 'secret.txt',
      accessLevel: 'ADMIN',
      encryptionMetadata,
    });
    const stranger = await as(service, lab, await fundedWallet());
    await decryptDataKey(service, stranger, { filePath: 'secret.txt' });
    await decryptDataKey(service, lab, { ref: did });
    const removal = `mutation($oclId: String!, $by: String!) {
      deleteDataRoomFile(oclId: $oclId, path: "secret.txt", changeBy: $by) { error { code } } }`;
    await ask(service, removal, { oclId: lab.oclId, by: lab.wallet }, lab.token);

    const { body } = await releases(lab.token);
    const common = {
      did,
      path: 'secret.txt',
      version: 1,
      at: expect.stringMatching(/Z$/),
      requestId: expect.any(String),
    };
    expect(body.data.keyReleases).toEqual({
      totalCount: 2,
      pageInfo: { currentPage: 0, totalPages: 1, hasNextPage: false },
      nodes: [
        {
          ...common,
          wallet: lab.wallet.toLowerCase(),
          outcome: 'RELEASED',
          reason: null,
          predicates: [expect.objectContaining({ functionName: 'hasRole', met: true })],
        },
        {
          ...common,
          wallet: stranger.wallet.toLowerCase(),
          outcome: 'REFUSED',
          reason: 'ACCESS_CONDITIONS_NOT_MET',
          predicates: [expect.objectContaining({ functionName: 'hasRole', met: false, actual: 'false' })],
        },
      ],
    });
    // The caller, the lab, the page and its count. The owner is read from the chain.
    const statements = await capturedStatements(service.context.db, () => releases(lab.token));
    expect(statements).toHaveLength(4);
    const second = (await releases(lab.token, { page: 1, perPage: 1 })).body.data.keyReleases;
    expect(second.nodes).toMatchObject([{ outcome: 'REFUSED' }]);
    expect(second.pageInfo).toEqual({ currentPage: 1, totalPages: 2, hasNextPage: false });
  });

  test('rejects contributors, viewers, other wallets, owners of other labs and callers without a token', async () => {
    const [contributor, viewer] = [await fundedWallet(), await fundedWallet()];
    await grantRole(lab.owner, { oclId: lab.oclId, to: contributor.address, role: 'CONTRIBUTOR' });
    await grantRole(lab.owner, { oclId: lab.oclId, to: viewer.address, role: 'VIEWER' });
    const others = [contributor, viewer, await fundedWallet(), (await registeredLab(service)).owner];
    for (const wallet of others) {
      const { body } = await releases((await signIn(service, wallet)).token);
      expect(body).toMatchObject({
        data: null,
        errors: [{ errorType: 'UNAUTHORIZED', path: ['keyReleases'] }],
      });
    }
    const { body } = await releases();
    expect(body).toMatchObject({
      data: null,
      errors: [{ errorType: 'UNAUTHENTICATED', path: ['keyReleases'] }],
    });
  });

  test("rejects a token for a single mutation, even the owner's", async () => {
    const [tokenId, now] = [randomUUID(), Date.now()];
    const wallet = lab.wallet.toLowerCase();
    const [issuedAt, expiresAt] = [new Date(now), new Date(now + 60_000)];
    await service.context.db.insert(serviceTokens).values({
      id: tokenId,
      wallet,
      serviceName: 'x402',
      authMethod: 'x402',
      createdAt: issuedAt,
      expiresAt,
    });
    const token = await signServiceToken({
      keys: service.context.secrets.serviceTokenKeys,
      environment: 'local',
      tokenId,
      wallet,
      serviceName: 'x402',
      authMethod: 'x402',
      allowedMutations: ['decryptDataKey'],
      issuedAt,
      expiresAt,
    });
    expect((await releases(token)).body.errors).toMatchObject([{ errorType: 'UNAUTHORIZED' }]);
  });

  test('returns NOT_FOUND for an unknown lab and VALIDATION_FAILED for a malformed id', async () => {
    const unknown = `0x0101${'00'.repeat(9)}01${'11'.repeat(20)}`;
    expect((await releases(lab.token, { oclId: unknown })).body.errors).toMatchObject([
      { errorType: 'NOT_FOUND' },
    ]);
    expect((await releases(lab.token, { oclId: '0x' })).body.errors).toMatchObject([
      { errorType: 'VALIDATION_FAILED' },
    ]);
  });
});
