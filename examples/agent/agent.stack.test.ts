import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { receiptsInDatabase } from '@labroom/client/payment/receipts-in-database.ts';
import { type CountingProxy, startCountingProxy } from '@labroom/testing/counting-proxy.ts';
import { callsOf, fillUp } from '@labroom/testing/test-gateway.ts';
import { PRICE, paymentsOf, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { fund } from '@labroom/testing/test-wallets.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const privateKey = generatePrivateKey();
const wallet = privateKeyToAccount(privateKey);
let proxy: CountingProxy;
let service: TestService;
let dir: string;
beforeAll(async () => {
  proxy = await startCountingProxy(() => `http://127.0.0.1:${service.context.config.http.port}`);
  service = await startTestService({ variables: { SERVICE_URL: proxy.url } });
  dir = await mkdtemp(join(tmpdir(), 'labroom-agent-'));
  await fund(wallet.address);
  await fillUp(wallet, 6n * PRICE);
});
afterAll(async () => {
  await service.stop();
  await proxy.close();
  await rm(dir, { recursive: true, force: true });
});

const journey = [
  'createLab',
  'initiateCreateOrUpdateFile',
  'generateDataEncryptionKey',
  'finishCreateOrUpdateFile',
  'decryptDataKey',
];

test('an agent with an origin and six cents stores an encrypted file and opens it: 14 requests, five payments, a cent left', async () => {
  const receiptFile = join(dir, 'receipts.db');
  const agent = () =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, 'agent.ts'), proxy.url, receiptFile], {
      env: { PATH: process.env.PATH, PRIVATE_KEY: privateKey },
    });
  const { stdout } = await agent();
  expect(stdout).toMatch(/^0x[0-9a-f]{64} results\/yield\.txt: Yield 83 %, replicated twice\.\n$/);

  const of = (mutation: string, more = '') => `POST /local/x402/labs/${mutation}${more}`;
  const asked = journey.flatMap((mutation) => [of(mutation, '/foresee'), of(mutation)]);
  expect(proxy.asked.filter((request) => request.startsWith('POST'))).toEqual(asked);
  const others = proxy.asked.filter((request) => !request.startsWith('POST')).sort();
  expect(others).toEqual([
    'GET /.well-known/x402.json',
    'GET /contracts.json',
    expect.stringMatching(/^GET \/storage\//),
    expect.stringMatching(/^PUT \/storage\//),
  ]);

  const calls = await callsOf(service, wallet);
  expect(calls.map(({ mutation, state }) => [mutation, state])).toEqual(
    journey.map((mutation) => [mutation, 'settled']),
  );
  const payments = await paymentsOf(wallet.address);
  expect(payments).toEqual(calls.map(({ transaction }) => ({ transaction, value: PRICE })));
  expect(await stablecoinsOf(wallet.address)).toBe(PRICE);
  const receipts = await receiptsInDatabase(new DatabaseSync(receiptFile)).since(new Date(0));
  expect(new Set(receipts.map(({ transaction }) => transaction))).toEqual(
    new Set(payments.map(({ transaction }) => transaction)),
  );

  // The budget outlives the program.
  await expect(agent()).rejects.toThrow('OVER_TOTAL_BUDGET');
  expect(await stablecoinsOf(wallet.address)).toBe(PRICE);
});
