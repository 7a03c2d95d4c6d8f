import { channelOf, cut, DEPOSIT, getKey, payerFrom } from '@labroom/testing/channel-payer.ts';
import { claimNow } from '@labroom/testing/test-channel.ts';
import { payerWith } from '@labroom/testing/test-gateway.ts';
import { PRICE } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { describe, expect, test, vi } from 'vitest';

const service = await openTestService({ variables: { X402_BATCH_SETTLEMENT: 'on' } });

describe('an answer that is lost', () => {
  test('for good is an error that counts as spent, and the next call is charged once', async () => {
    const wallet = await payerWith(DEPOSIT);
    const payer = payerFrom(service, wallet);
    await getKey(payer);
    const broken = cut(10);
    const lost = getKey(payer).finally(() => broken.mockRestore());
    await expect(lost).rejects.toMatchObject({ code: 'PAYMENT_UNKNOWN', receipt: { state: 'sent' } });
    expect(await payer.budget.spent()).toBe(2n * PRICE);
    await getKey(payer);
    await claimNow(service);
    expect(await channelOf(payer)).toEqual({ balance: DEPOSIT, claimed: 3n * PRICE });
  });

  test('before the request arrived charges nothing, and its voucher is used by the next call', async () => {
    const wallet = await payerWith(DEPOSIT);
    const payer = payerFrom(service, wallet);
    await getKey(payer);
    const real = globalThis.fetch;
    const broken = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
      if (new Headers(request[1]?.headers).has('payment-signature')) throw new TypeError('No network.');
      return real(...request);
    });
    const lost = getKey(payer).finally(() => broken.mockRestore());
    await expect(lost).rejects.toMatchObject({ code: 'PAYMENT_UNKNOWN' });
    await getKey(payer);
    await claimNow(service);
    expect(await channelOf(payer)).toEqual({ balance: DEPOSIT, claimed: 2n * PRICE });
    expect(await payer.budget.spent()).toBe(2n * PRICE);
  });
});
