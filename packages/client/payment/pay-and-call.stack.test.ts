import { networks } from '@labroom/contracts/networks';
import { mintStablecoins, PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  DecryptDataKeyDocument,
  GenerateDataEncryptionKeyDocument,
  InitiateCreateOrUpdateFileDocument,
} from '../documents/documents.generated.ts';
import { type Payer, payAndCall } from './pay-and-call.ts';
import { PaymentBudget } from './payment-budget.ts';

let service: TestService;
let lab: RegisteredLab;
beforeAll(async () => {
  service = await startTestService({
    config: (config) => ({ ...config, limits: { ...config.limits, storagePerLab: 1_000 } }),
  });
  lab = await registeredLab(service);
});
afterAll(() => service.stop());

async function payerWith(wallet: TestWallet, calls: bigint): Promise<Payer> {
  await mintStablecoins(wallet, wallet.address, calls * PRICE);
  return {
    gatewayUrl: `${service.url}/local`,
    network: networks[31337],
    wallet,
    budget: new PaymentBudget({ perCall: PRICE, perDay: 100n * PRICE }),
  };
}

const upload = (contentLength: number) => ({ oclId: lab.oclId, contentType: 'text/plain', contentLength });

test('a failure is predicted without payment; if the call is sent anyway, it is refused and not charged', async () => {
  const outsider = await fundedWallet();
  const payer = await payerWith(outsider, 1n);
  const call = (anyway: boolean) =>
    payAndCall(payer, InitiateCreateOrUpdateFileDocument, upload(5), { anyway });
  await expect(call(false)).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
    price: '0.01 USDC',
    receipt: null,
  });
  expect(await stablecoinsOf(outsider.address)).toBe(PRICE);
  await expect(call(true)).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
    receipt: { state: 'not-charged' },
  });
  expect(await stablecoinsOf(outsider.address)).toBe(PRICE);
});

test('predicts that a file is too large or does not exist', async () => {
  const payer = await payerWith(lab.owner, 0n);
  const tooLarge = payAndCall(payer, InitiateCreateOrUpdateFileDocument, upload(1_001));
  await expect(tooLarge).rejects.toMatchObject({ reason: 'QUOTA_EXCEEDED', receipt: null });
  const missing = { oclId: lab.oclId, filePath: 'missing.txt' };
  await expect(payAndCall(payer, DecryptDataKeyDocument, missing)).rejects.toMatchObject({
    reason: 'FILE_NOT_FOUND',
  });
});

test('serves concurrent calls of one wallet, each for its price', async () => {
  const wallet = await fundedWallet();
  const payer = await payerWith(wallet, 4n);
  const calls = await Promise.all(
    Array.from({ length: 4 }, () => payAndCall(payer, GenerateDataEncryptionKeyDocument, {})),
  );
  expect(new Set(calls.map(({ receipt }) => receipt.transaction)).size).toBe(4);
  expect(new Set(calls.map(({ data }) => data.generateDataEncryptionKey.plaintextDEK)).size).toBe(4);
  expect(await stablecoinsOf(wallet.address)).toBe(0n);
});

test.each([1, 2])('%i answers that are lost on the way are asked for again, and paid once', async (cuts) => {
  const wallet = await fundedWallet();
  const payer = await payerWith(wallet, 2n);
  const real = globalThis.fetch;
  let left = cuts;
  const cut = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    const response = await real(...request);
    const isPaid = new Headers(request[1]?.headers).has('payment-signature');
    if (!isPaid || left === 0) return response;
    left -= 1;
    throw new TypeError('The connection broke.');
  });
  try {
    const { data, receipt } = await payAndCall(payer, GenerateDataEncryptionKeyDocument, {});
    expect(data.generateDataEncryptionKey.plaintextDEK).toEqual(expect.any(String));
    expect(receipt.state).toBe('paid');
  } finally {
    cut.mockRestore();
  }
  expect(await stablecoinsOf(wallet.address)).toBe(PRICE);
});

test('rejects a wallet without funds, without a charge', async () => {
  const payer = await payerWith(await fundedWallet(), 0n);
  await expect(payAndCall(payer, GenerateDataEncryptionKeyDocument, {})).rejects.toMatchObject({
    code: 'PAYMENT_REFUSED',
    reason: 'invalid_exact_evm_insufficient_balance',
    receipt: { state: 'not-charged' },
  });
});
