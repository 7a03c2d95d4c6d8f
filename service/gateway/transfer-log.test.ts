import { type Address, encodeEventTopics, type Hex, type Log, numberToHex, pad } from 'viem';
import { describe, expect, test } from 'vitest';
import { hasTransfer, hasTransferBy, paymentEvents } from './transfer-log.ts';

const [asset, payer, payTo, accomplice] = [1, 2, 3, 4].map((index) =>
  pad(numberToHex(index), { size: 20 }),
) as [Address, Address, Address, Address];
const ours = pad('0x0a');
const other = pad('0x0b');
const payment = { asset, from: payer, to: payTo, value: 10_000n };

const log = (topics: Hex[], data: Hex = '0x', address = asset) =>
  ({ address, topics, data }) as unknown as Log;
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
  test('when the transfer follows the use of its authorization, whatever stands around them', () => {
    const foreign = used(ours, payer, accomplice);
    expect(hasTransferBy([foreign, used(ours), foreign, moved(), moved({ value: 1n })], ours, payment)).toBe(
      true,
    );
  });

  test('not when the nonce moved money elsewhere and another authorization paid', () => {
    const bundled = [used(ours), moved({ to: accomplice }), used(other), moved()];
    expect(hasTransferBy(bundled, ours, payment)).toBe(false);
    expect(hasTransferBy(bundled, other, payment)).toBe(true);
  });

  test.each([
    ['without a transfer', [used(ours)]],
    ['without an authorization', [moved()]],
    ['of another nonce', [used(other), moved()]],
    ['of another payer', [used(ours, accomplice), moved()]],
    ['from another purse', [used(ours), moved({ from: accomplice })]],
    ['of another amount', [used(ours), moved({ value: 9_999n })]],
    ['in another token', [used(ours), moved({ asset: accomplice })]],
    ['of another token altogether', [used(ours, payer, accomplice), moved({ asset: accomplice })]],
    ['in the wrong order', [moved(), used(ours)]],
  ])('not %s', (_, logs) => {
    expect(hasTransferBy(logs, ours, payment)).toBe(false);
  });

  test('by its transfer alone where nothing logs the authorization', () => {
    expect(hasTransfer([moved({ asset: accomplice }), moved()], payment)).toBe(true);
    expect(hasTransfer([moved({ to: accomplice }), moved({ value: 1n })], payment)).toBe(false);
  });
});
