import { refusedCalls } from '@labroom/testing/gateway-rows/refused-calls.ts';
import { refusedPayments } from '@labroom/testing/gateway-rows/refused-payments.ts';
import { servedCalls } from '@labroom/testing/gateway-rows/served-calls.ts';
import { settlements } from '@labroom/testing/gateway-rows/settlements.ts';
import { startTable } from '@labroom/testing/gateway-table.ts';
import { afterAll, expect, test } from 'vitest';

const table = await startTable();
afterAll(() => table.stop());

/** Status, headers, charge and state of the claim for every outcome of a call. */
const rows = [...refusedPayments, ...refusedCalls, ...servedCalls, ...settlements];
test.each(rows)('$row → $status', (row) => table.check(row));

test('no payment, signature or token is logged', () => {
  const { embedded, remote } = table.services;
  const log = [...embedded.logLines, ...remote.logLines].join('\n');
  expect(log).not.toMatch(/0x[0-9a-f]{130}/i);
  expect(log).not.toMatch(/"signature"|eyJ|"nonce"/);
});
