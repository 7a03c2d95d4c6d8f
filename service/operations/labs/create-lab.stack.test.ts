import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeOclId } from '#contracts/ocl-id.ts';
import { ask, post, signIn } from '#testing/test-client.ts';
import { mintLab } from '#testing/test-lab.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { fundedWallet } from '#testing/test-wallets.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const CREATE = `mutation($id: String!) { createLab(input: { oclId: $id }) { message
  lab { oclId shortname labAccountAddress labNftTokenId } error { code message details retryable requestId } } }`;

async function createLab(id: string, token?: string) {
  return (await ask(service, CREATE, { id }, token)).createLab;
}

describe('createLab', () => {
  test('registers a lab for its owner, whatever the case of the id', async () => {
    const owner = await fundedWallet();
    const lab = await mintLab(owner);
    const { token } = await signIn(service, owner);
    const shouted = `0x${lab.oclId.slice(2).toUpperCase()}`;
    expect(await createLab(shouted, token)).toEqual({
      message: 'Lab registered.',
      lab: {
        oclId: lab.oclId,
        shortname: `lab-${lab.tokenId}`,
        labAccountAddress: lab.account.toLowerCase(),
        labNftTokenId: String(lab.tokenId),
      },
      error: null,
    });
    const byName = await ask(
      service,
      '{ labWithDataRoomAndFiles(shortname: "SHORT") { oclId dataRoom { id alias files { did } } } }'.replace(
        'SHORT',
        `lab-${lab.tokenId}`,
      ),
    );
    expect(byName.labWithDataRoomAndFiles).toMatchObject({
      oclId: lab.oclId,
      dataRoom: { alias: `lab-${lab.tokenId}`, files: [] },
    });
  });

  test('of twenty at once one succeeds, the others learn that the lab is registered', async () => {
    const owner = await fundedWallet();
    const lab = await mintLab(owner);
    const { token } = await signIn(service, owner);
    const replica = await service.startReplica();
    const services = [service, { ...replica, credential: service.credential }] as const;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => ask(services[i % 2 ? 1 : 0], CREATE, { id: lab.oclId }, token)),
    );
    const results = answers.map((answer) => answer.createLab);
    expect(results.filter((result) => result.error === null)).toHaveLength(1);
    for (const { error, lab: none } of results.filter((result) => result.error)) {
      expect(error).toMatchObject({
        code: 'CONFLICT',
        details: '{"reason":"PROJECT_CONFLICT"}',
        retryable: false,
      });
      expect(none).toBeNull();
    }
    await replica.stop();
  });

  test('refuses whoever does not own the lab, and whoever is nobody', async () => {
    const lab = await mintLab(await fundedWallet());
    const { token } = await signIn(service, privateKeyToAccount(generatePrivateKey()));
    expect((await createLab(lab.oclId, token)).error).toMatchObject({
      code: 'UNAUTHORIZED',
      details: '{"reason":"UNAUTHORIZED"}',
    });
    expect((await createLab(lab.oclId)).error).toMatchObject({
      code: 'UNAUTHENTICATED',
      details: '{"reason":"NO_AUTH"}',
    });
  });

  test('believes the chain, not the id: a forged account, a token that does not exist, a malformed id', async () => {
    const owner = await fundedWallet();
    const [mine, other] = [await mintLab(owner), await mintLab(await fundedWallet())];
    const { token } = await signIn(service, owner);
    const forged = encodeOclId({ tokenId: mine.tokenId, account: other.account });
    expect((await createLab(forged, token)).error).toMatchObject({
      code: 'NOT_FOUND',
      details: '{"reason":"OCL_NOT_FOUND"}',
    });
    const unminted = encodeOclId({ tokenId: 2n ** 79n, account: mine.account });
    expect((await createLab(unminted, token)).error).toMatchObject({
      code: 'NOT_FOUND',
      details: '{"reason":"OCL_NOT_FOUND"}',
    });
    for (const malformed of [
      '',
      '0x',
      `0x0201${mine.oclId.slice(6)}`,
      `${mine.oclId}00`,
      mine.oclId.slice(2),
    ]) {
      const { error } = await createLab(malformed, token);
      expect(error.code).toBe('VALIDATION_FAILED');
      expect(JSON.parse(error.details)).toMatchObject({ reason: 'INVALID_OCL_ID' });
    }
  });
});

describe('labs', () => {
  test('finds by text, clamps its pages and says how many there are', async () => {
    const { body } = await post(
      service,
      '{ labs(page: -3, perPage: 1000, search: "LAB-") { totalCount nodes { shortname name latestContributionAt } pageInfo { hasNextPage hasPreviousPage currentPage totalPages } } }',
    );
    expect(body.data.labs.totalCount).toBeGreaterThan(0);
    expect(body.data.labs.pageInfo).toEqual({
      hasNextPage: false,
      hasPreviousPage: false,
      currentPage: 0,
      totalPages: 1,
    });
    expect((await ask(service, '{ labs(search: "100%_") { totalCount } }')).labs.totalCount).toBe(0);
  });

  test('a lab that does not exist is null, two ways to name it are an error', async () => {
    expect(
      (await ask(service, '{ labWithDataRoomAndFiles(shortname: "nobody") { oclId } }'))
        .labWithDataRoomAndFiles,
    ).toBeNull();
    for (const args of ['(oclId: "0x", shortname: "a")', '']) {
      const { body } = await post(service, `{ labWithDataRoomAndFiles${args} { oclId } }`);
      expect(body.errors[0].errorType).toBe('INVALID_INPUT');
    }
  });
});
