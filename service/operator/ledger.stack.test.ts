import { callGateway, callsOf, DATA_KEY, payerWith, paymentFor } from '@labroom/testing/test-gateway.ts';
import { PRICE } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import type { TestWallet } from '@labroom/testing/test-wallets.ts';
import { expect, test } from 'vitest';
import { brokenInvariants } from './check/invariants.ts';
import { runCommand } from './operator.fixture.ts';

let isWell = true;
const service = await openTestService({
  forward: async () => ({ status: isWell ? 200 : 500, body: {} }),
});
const payers = [await payerWith(3n * PRICE), await payerWith(PRICE)] as const;
const pay = async (payer: TestWallet) =>
  callGateway(
    service,
    { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } },
    await paymentFor(service, payer),
  );
await pay(payers[0]);
isWell = false;
await pay(payers[0]);
await pay(payers[1]);

const run = (...args: string[]) => runCommand(service, 'ledger', ...args);

test('the ledger lists every call with its mutation, payer, request, transaction and outcome', async () => {
  const { code, lines } = await run('--format', 'json');
  expect(code).toBe(0);
  const [row] = await callsOf(service, payers[0]);
  expect(lines.map((line) => JSON.parse(line).state)).toEqual(['settled', 'released', 'released']);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    mutation: 'generateDataEncryptionKey',
    amount: String(PRICE),
    payTo: service.context.config.gateway.payTo,
    payer: payers[0].address.toLowerCase(),
    nonce: row?.nonce,
    requestId: row?.requestId,
    transaction: row?.transaction,
    attempt: 1,
    upstreamStatus: 200,
    reason: null,
  });
  expect(lines.join()).not.toContain('signature');
});

test('as CSV it has a header and the same number of fields in every line', async () => {
  const { lines } = await run();
  expect(lines).toHaveLength(4);
  const [head, ...rows] = lines.map((line) => line.split(','));
  expect(head?.slice(0, 4)).toEqual(['createdAt', 'endedAt', 'state', 'mutation']);
  for (const row of rows) expect(row).toHaveLength(head?.length ?? 0);
});

test('it can be filtered', async () => {
  const count = async (...args: string[]) => (await run('--format', 'json', ...args)).lines.length;
  expect(await count('--payer', payers[1].address)).toBe(1);
  expect(await count('--state', 'released')).toBe(2);
  expect(await count('--state', 'released', '--payer', payers[0].address)).toBe(1);
  expect(await count('--since', new Date(Date.now() + 60_000).toISOString())).toBe(0);
});

test.each([
  ['--format', 'xml'],
  ['--state', 'lost'],
  ['--since', 'soon'],
  ['--payer', '0x12'],
])('%s %s is rejected', async (...args) => {
  expect((await run(...args)).code).toBe(2);
});

test('and all invariants hold', async () => {
  expect(await brokenInvariants(service.context.db)).toEqual([]);
});
