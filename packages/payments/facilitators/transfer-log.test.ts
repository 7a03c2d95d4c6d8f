import { type Address, encodeEventTopics, type Hex, type Log, numberToHex, pad } from 'viem';
import { describe, expect, test } from 'vitest';
import { paymentEvents, transfersBy, transfersOf } from './transfer-log.ts';

const [asset, payer, payTo, accomplice] = [1, 2, 3, 4].map((index) =>
  pad(numberToHex(index), { size: 20 }),
) as [Address, Address, Address, Address];
const ours = pad('0x0a');
const other = pad('0x0b');
const payment = { asset, from: payer, to: payTo, value: 10_000n };

const log = (topics: Hex[], data: Hex = '0x', address = asset) =>
  ({ address, topics, data, logIndex: 0 }) as unknown as Log;
/** Adds log indexes, as in a receipt. */
const numbered = (logs: Log[]) => logs.map((entry, logIndex) => ({ ...entry, logIndex }));
const used = (nonce: Hex, authorizer = payer, address = asset) =>
  log(
    encodeEventTopics({
      abi: paymentEvents,
      eventName: 'AuthorizationUsed',
      args: { authorizer, nonce },
    }) as Hex[],
    '0x',
    address,
  );
const moved = (changes: Partial<typeof payment> = {}) => {
  const { asset, from, to, value } = { ...payment, ...changes };
  const topics = encodeEventTopics({
    abi: paymentEvents,
    eventName: 'Transfer',
    args: { from, to },
  }) as Hex[];
  return log(topics, numberToHex(value, { size: 32 }), asset);
};

describe('a receipt shows a payment', () => {
  test('if the transfer follows the use of its authorization, among any other logs', () => {
    const foreign = used(ours, payer, accomplice);
    const logs = numbered([foreign, used(ours), foreign, moved(), moved({ value: 1n })]);
    expect(transfersBy(logs, ours, payment)).toEqual([3]);
  });

  test('not if the nonce paid another address and another authorization paid this one', () => {
    const bundled = numbered([used(ours), moved({ to: accomplice }), used(other), moved()]);
    expect(transfersBy(bundled, ours, payment)).toEqual([]);
    expect(transfersBy(bundled, other, payment)).toEqual([3]);
  });

  test.each([
    ['without a transfer', [used(ours)]],
    ['without an authorization', [moved()]],
    ['of another nonce', [used(other), moved()]],
    ['of another payer', [used(ours, accomplice), moved()]],
    ['from another wallet', [used(ours), moved({ from: accomplice })]],
    ['of another amount', [used(ours), moved({ value: 9_999n })]],
    ['in another token', [used(ours), moved({ asset: accomplice })]],
    ['of another token altogether', [used(ours, payer, accomplice), moved({ asset: accomplice })]],
    ['in the wrong order', [moved(), used(ours)]],
  ])('not %s', (_, logs) => {
    expect(transfersBy(numbered(logs), ours, payment)).toEqual([]);
  });

  test('by its transfer alone if the authorization is not logged', () => {
    expect(transfersOf(numbered([moved({ asset: accomplice }), moved(), moved()]), payment)).toEqual([1, 2]);
    expect(transfersOf(numbered([moved({ to: accomplice }), moved({ value: 1n })]), payment)).toEqual([]);
  });

  test('not by the transfer of another authorization', () => {
    expect(transfersOf(numbered([used(other), moved()]), payment)).toEqual([]);
  });
});
