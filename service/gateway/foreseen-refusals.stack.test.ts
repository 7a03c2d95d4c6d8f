import { CreateLabDocument, DecryptDataKeyDocument } from '@labroom/client/documents';
import { textOf } from '@labroom/testing/test-client.ts';
import { uploadSecret } from '@labroom/testing/test-encryption.ts';
import {
  callGateway,
  callsOf,
  type GatewayCall,
  payerWith,
  paymentFor,
  UNKNOWN_LAB,
} from '@labroom/testing/test-gateway.ts';
import { mintLab } from '@labroom/testing/test-lab.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { PaidMutation } from '../platform/config/paid-mutations.ts';
import { keyReleases } from '../platform/db/tables/key-releases.ts';

const service = await openTestService();
const owner = await fundedWallet();
const lab = await registeredLab(service, owner);
await uploadSecret(service, lab, 'secret', { path: 'secret.txt' });

type Call = GatewayCall & { mutation: PaidMutation };

const create = (oclId: string): Call => ({
  mutation: 'createLab',
  body: { query: textOf(CreateLabDocument), variables: { oclId } },
});
const announce = (oclId: string): Call => ({
  mutation: 'createAnnouncement',
  body: {
    query: `mutation { createAnnouncement(oclId: "${oclId}", headline: "a", body: "b") { error { code } } }`,
  },
});
const decrypt = (filePath: string): Call => ({
  mutation: 'decryptDataKey',
  body: { query: textOf(DecryptDataKeyDocument), variables: { oclId: lab.oclId, filePath } },
});

describe('what the gateway can foresee is refused before it is charged:', () => {
  test.each<[string, () => Call | Promise<Call>, number, string]>([
    ['a lab that is registered', () => create(lab.oclId), 409, 'PROJECT_CONFLICT'],
    ['a lab that does not exist', () => create(UNKNOWN_LAB), 404, 'OCL_NOT_FOUND'],
    ["somebody else's lab", async () => create((await mintLab(owner)).oclId), 403, 'UNAUTHORIZED'],
    ['a lab in which the payer has no role', () => announce(lab.oclId), 403, 'UNAUTHORIZED'],
    ['an announcement in a lab that does not exist', () => announce(UNKNOWN_LAB), 404, 'OCL_NOT_FOUND'],
    ['a file that does not exist', () => decrypt('missing.txt'), 404, 'FILE_NOT_FOUND'],
    ['a file whose conditions do not hold', () => decrypt('secret.txt'), 403, 'ACCESS_CONDITIONS_NOT_MET'],
  ])('%s', async (_, make, status, reason) => {
    const payer = await payerWith(PRICE);
    const call = await make();
    const answer = await callGateway(service, call, await paymentFor(service, payer, call.mutation));
    const [error] = answer.body.errors;
    expect([answer.status, error.errorInfo.reason ?? error.errorType]).toEqual([status, reason]);
    expect(answer.body).toMatchObject({ isSuccess: false, message: error.message });
    expect([answer.settlement, answer.required]).toEqual([null, null]);
    expect(await stablecoinsOf(payer.address)).toBe(PRICE);
    expect((await callsOf(service, payer)).map(({ state }) => state)).toEqual(['released']);
  });
});

test('a refused attempt to open a file is recorded all the same', async () => {
  const payer = await payerWith(PRICE);
  const call = decrypt('secret.txt');
  expect((await callGateway(service, call, await paymentFor(service, payer, call.mutation))).status).toBe(
    403,
  );
  const of = eq(keyReleases.wallet, payer.address.toLowerCase());
  const recorded = await service.context.db.select().from(keyReleases).where(of);
  expect(recorded.map(({ outcome }) => outcome)).toEqual(['refused']);
});

test('a refused payment may be tried three times, and is never charged', async () => {
  const payer = await payerWith(PRICE);
  const call = announce(lab.oclId);
  const payment = await paymentFor(service, payer, call.mutation);
  for (let time = 0; time < 3; time += 1)
    expect((await callGateway(service, call, payment)).status).toBe(403);
  const spent = await callGateway(service, call, payment);
  expect([spent.status, spent.required?.error]).toEqual([402, 'payment_attempts_exhausted']);
  expect(await stablecoinsOf(payer.address)).toBe(PRICE);
});
