import { randomBytes } from 'node:crypto';
import { newWallet } from '@labroom/testing/actors.ts';
import { twinOf, withParity } from '@labroom/testing/other-signatures.ts';
import {
  channelPrice,
  claimNow,
  dataKeyCall,
  type TestChannel,
  testChannel,
} from '@labroom/testing/test-channel.ts';
import {
  answerProof,
  callGateway,
  callsOf,
  fillUp,
  namedPaymentFor,
  payerWith,
  paymentFor,
} from '@labroom/testing/test-gateway.ts';
import { PRICE, randomAddress, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { type Peer, startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { chainReader, fund, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { toClientEvmSigner } from '@x402/evm';
import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/client';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { eq, sql } from 'drizzle-orm';
import { bytesToHex, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants } from '../../operator/check/invariants.ts';
import { dataKeys } from '../../platform/db/tables/files.ts';
import { intentWallets } from '../../platform/db/tables/paid-calls.ts';
import { paymentChannels } from '../../platform/db/tables/payment-channels.ts';

const prefix = 'invalid_batch_settlement_evm_';
let service: TestService;
let peer: Peer;
beforeAll(async () => {
  service = await startTestService({ variables: { X402_BATCH_SETTLEMENT: 'on' } });
  peer = await service.startPeer();
}, 120_000);
afterAll(async () => {
  expect(await brokenInvariants(service.context.db)).toEqual([]);
  await peer.stop();
  await service.stop();
});

/** A channel with money for `calls` calls, of which the first is made. */
async function openChannel(calls: bigint): Promise<{ payer: TestWallet; channel: TestChannel }> {
  const payer = await payerWith(calls * PRICE);
  const channel = await testChannel(service, payer);
  const first = await callGateway(service, dataKeyCall, await channel.deposit(calls * PRICE, PRICE));
  expect([first.status, first.required?.error]).toEqual([200, undefined]);
  return { payer, channel };
}

const signatureOf = async (signing: ReturnType<TestChannel['voucher']>) =>
  (await signing).payload.voucher as { signature: Hex };

/** A voucher for the second call with another signature. */
async function resigned(
  channel: TestChannel,
  other: ((signature: Hex) => Hex) | ReturnType<typeof signatureOf>,
): ReturnType<TestChannel['voucher']> {
  const voucher = await channel.voucher(2n * PRICE);
  const own = voucher.payload.voucher as { signature: Hex };
  const signature = typeof other === 'function' ? other(own.signature) : (await other).signature;
  return { ...voucher, payload: { ...voucher.payload, voucher: { ...own, signature } } };
}

async function outcomes(payer: TestWallet) {
  const keys = await service.context.db
    .select()
    .from(dataKeys)
    .where(eq(dataKeys.issuedTo, payer.address.toLowerCase()));
  return { states: (await callsOf(service, payer)).map(({ state }) => state), ran: keys.length };
}

describe('the official client, unmodified', () => {
  test('pays many calls with one deposit, and one transaction claims them', async () => {
    const payer = newWallet();
    await fillUp(payer, 5n * PRICE);
    const signer = toClientEvmSigner(payer, chainReader());
    const network = 'eip155:31337';
    const { asset, payTo } = await channelPrice(service);
    const openClient = () =>
      wrapFetchWithPaymentFromConfig(fetch, {
        schemes: [{ network, client: new BatchSettlementEvmScheme(signer) }],
        spendControls: { allowedAssets: [{ network, asset, maxAmountPerPayment: `${PRICE}` }] },
      });
    const callBy = async (pay: typeof fetch) => {
      const answer = await pay(`${service.url}/local/x402/labs/${dataKeyCall.mutation}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(dataKeyCall.body),
      });
      const { data } = (await answer.json()) as { data?: Record<string, { plaintextDEK: string | null }> };
      return { status: answer.status, key: data?.[dataKeyCall.mutation]?.plaintextDEK };
    };
    const ran = { status: 200, key: expect.any(String) };
    const client = openClient();
    for (let made = 0; made < 5; made += 1) expect(await callBy(client)).toEqual(ran);
    expect(await stablecoinsOf(payer.address)).toBe(0n);
    expect(await outcomes(payer)).toEqual({ states: Array(5).fill('served'), ran: 5 });

    // A client that forgot what it was charged learns it from the refusal, and adds money.
    await fillUp(payer, 5n * PRICE);
    expect(await callBy(openClient())).toEqual(ran);

    const before = await stablecoinsOf(payTo);
    await claimNow(service);
    const calls = await callsOf(service, payer);
    expect(calls.map(({ state }) => state)).toEqual(Array(6).fill('settled'));
    expect(new Set(calls.map(({ transaction }) => transaction)).size).toBe(1);
    expect(await stablecoinsOf(payTo)).toBeGreaterThanOrEqual(before + 6n * PRICE);
  });
});

test('a call that a channel pays shows its price, and its transaction once it is claimed', async () => {
  const { payer, channel } = await openChannel(3n);
  const second = await callGateway(service, dataKeyCall, await channel.voucher(2n * PRICE));
  expect(second.settlement).toMatchObject({
    success: true,
    payer: payer.address.toLowerCase(),
    transaction: '',
    extra: { chargedAmount: `${PRICE}`, channelState: { chargedCumulativeAmount: `${2n * PRICE}` } },
  });
  await claimNow(service);
  await claimNow(service);
  const calls = await callsOf(service, payer);
  expect(calls.map(({ state, quote }) => [state, quote.amount])).toEqual(
    Array(2).fill(['settled', `${PRICE}`]),
  );
  expect(calls[0]?.transaction).toMatch(/^0x[0-9a-f]{64}$/);
  expect(await channel.state()).toEqual({ balance: 3n * PRICE, claimed: 2n * PRICE });
});

test('addresses may be written in any case', async () => {
  const { payer, channel } = await openChannel(3n);
  const voucher = await channel.voucher(2n * PRICE);
  const config = JSON.parse(JSON.stringify(channel.config), (_, value) =>
    typeof value === 'string' ? value.toUpperCase().replace('0X', '0x') : value,
  );
  const payment = { ...voucher, payload: { ...voucher.payload, channelConfig: config } };
  expect((await callGateway(service, dataKeyCall, payment)).status).toBe(200);
  await claimNow(service);
  expect(await outcomes(payer)).toEqual({ states: ['settled', 'settled'], ran: 2 });
});

describe('a voucher buys nothing that', () => {
  const thief = newWallet();
  test.each<[string, string, (channel: TestChannel) => ReturnType<TestChannel['voucher']>]>([
    ['is used already', 'cumulative_amount_mismatch', (channel) => channel.voucher(PRICE)],
    [
      'is for less than the price',
      'cumulative_amount_mismatch',
      (channel) => channel.voucher(2n * PRICE - 1n),
    ],
    ['is for more than the price', 'cumulative_amount_mismatch', (channel) => channel.voucher(3n * PRICE)],
    [
      'is more than the channel holds',
      'cumulative_amount_mismatch',
      (channel) => channel.voucher(9n * PRICE),
    ],
    ['has the malleable twin of its signature', 'voucher_signature', (channel) => resigned(channel, twinOf)],
    [
      'has a form that the contract does not take',
      'voucher_signature',
      (channel) => resigned(channel, withParity),
    ],
    [
      'is signed for another amount',
      'voucher_signature',
      (channel) => resigned(channel, signatureOf(channel.voucher(3n * PRICE))),
    ],
    [
      'is signed for another channel of the payer',
      'voucher_signature',
      (channel) =>
        resigned(
          channel,
          signatureOf(channel.voucher(2n * PRICE, { config: { salt: `0x${'33'.repeat(32)}` } })),
        ),
    ],
    ['another key signed', 'voucher_signature', (channel) => channel.voucher(2n * PRICE, { signer: thief })],
    [
      'is for another chain',
      'voucher_signature',
      (channel) => channel.voucher(2n * PRICE, { chainId: 8453 }),
    ],
    [
      'is for another contract',
      'voucher_signature',
      (channel) => channel.voucher(2n * PRICE, { contract: randomAddress() }),
    ],
    [
      'is for another receiver',
      'receiver_mismatch',
      (channel) => channel.voucher(2n * PRICE, { config: { receiver: randomAddress() } }),
    ],
    [
      'another service claims',
      'receiver_authorizer_mismatch',
      (channel) => channel.voucher(2n * PRICE, { config: { receiverAuthorizer: randomAddress() } }),
    ],
    [
      'is in another token',
      'token_mismatch',
      (channel) => channel.voucher(2n * PRICE, { config: { token: randomAddress() } }),
    ],
    [
      'can be taken out sooner',
      'withdraw_delay_mismatch',
      (channel) => channel.voucher(2n * PRICE, { config: { withdrawDelay: 900 } }),
    ],
    [
      'names another channel',
      'channel_id_mismatch',
      (channel) => channel.voucher(2n * PRICE, { channelId: `0x${'11'.repeat(32)}` }),
    ],
    [
      'is of a channel without money',
      'channel_not_found',
      (channel) => channel.voucher(PRICE, { config: { salt: `0x${'22'.repeat(32)}` } }),
    ],
  ])('%s', async (_, reason, sign) => {
    const { payer, channel } = await openChannel(3n);
    const answer = await callGateway(service, dataKeyCall, await sign(channel));
    expect([answer.status, answer.required?.error]).toEqual([402, prefix + reason]);
    expect(await outcomes(payer)).toEqual({ states: ['served'], ran: 1 });
  });

  test('someone else signs in the name of the payer, with money of their own', async () => {
    const victim = newWallet();
    const attacker = await payerWith(2n * PRICE);
    const own = await testChannel(service, attacker);
    const payment = await own.voucher(PRICE, { config: { payer: victim.address } });
    const answer = await callGateway(service, dataKeyCall, payment);
    expect([answer.status, answer.required?.error]).toEqual([402, `${prefix}payer_authorizer_mismatch`]);
    expect(await outcomes(victim)).toEqual({ states: [], ran: 0 });
  });

  test('the channel does not hold', async () => {
    const { payer, channel } = await openChannel(1n);
    const answer = await callGateway(service, dataKeyCall, await channel.voucher(2n * PRICE));
    expect([answer.status, answer.required?.error]).toEqual([402, `${prefix}cumulative_exceeds_balance`]);
    expect(await outcomes(payer)).toEqual({ states: ['served'], ran: 1 });
  });

  test.each(['payment-salt', 'payment-proof'])('comes with %s alone', async (header) => {
    const { channel } = await openChannel(2n);
    const call = { ...dataKeyCall, headers: { [header]: `0x${'11'.repeat(32)}` } };
    expect((await callGateway(service, call, await channel.voucher(2n * PRICE))).status).toBe(400);
  });
});

describe('a voucher that is sent with salt and proof', () => {
  const otherQuery = `mutation { ${dataKeyCall.mutation} { plaintextDEK error { message } } }`;

  /** What names the call, as our client signs it. */
  async function namedBy(
    signer: TestWallet,
    { body = JSON.stringify(dataKeyCall.body), salt = bytesToHex(randomBytes(32)) } = {},
  ) {
    const { call, nonce } = await namedPaymentFor(service, signer, { ...dataKeyCall, body }, { salt });
    const proof = await answerProof(service, signer, { call, nonce });
    return { ...dataKeyCall, body, headers: { 'payment-salt': salt, 'payment-proof': proof } };
  }

  test('gets its answer again, and is charged once, after the claim too', async () => {
    const { payer, channel } = await openChannel(3n);
    const call = await namedBy(payer);
    const voucher = await channel.voucher(2n * PRICE);
    const first = await callGateway(service, call, voucher);
    expect(first.status).toBe(200);
    await claimNow(service);
    const again = await callGateway(service, call, voucher);
    expect([again.status, again.body, again.settlement]).toEqual([200, first.body, first.settlement]);
    expect(await outcomes(payer)).toEqual({ states: ['settled', 'settled'], ran: 2 });
  });

  test('gets the answer of a deposit again, whose money is taken once', async () => {
    const payer = await payerWith(4n * PRICE);
    const channel = await testChannel(service, payer);
    const call = await namedBy(payer);
    const deposit = await channel.deposit(2n * PRICE, PRICE);
    const first = await callGateway(service, call, deposit);
    const again = await callGateway(service, call, deposit);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await channel.state()).toMatchObject({ balance: 2n * PRICE });
  });

  test('gives its answer to nobody else', async () => {
    const { payer, channel } = await openChannel(3n);
    const call = await namedBy(payer);
    const voucher = await channel.voucher(2n * PRICE);
    const { body } = await callGateway(service, call, voucher);
    const key = body.data[dataKeyCall.mutation].plaintextDEK;
    const thief = await namedBy(newWallet());
    const stolen = { ...call, headers: { ...call.headers, 'payment-proof': thief.headers['payment-proof'] } };
    const otherSalt = await namedBy(payer);
    const otherBody = { ...call, body: JSON.stringify({ query: otherQuery }) };
    const salt = call.headers['payment-salt'];
    const otherCall = await namedBy(payer, { body: otherBody.body, salt });
    for (const [asked, status] of [
      [dataKeyCall, 402],
      [stolen, 401],
      [otherSalt, 402],
      [otherBody, 401],
      [otherCall, 402],
    ] as const) {
      const answer = await callGateway(service, asked, voucher);
      expect([answer.status, JSON.stringify(answer.body).includes(key)]).toEqual([status, false]);
    }
    expect((await outcomes(payer)).ran).toBe(2);
  });

  test('proves that the payer wants the call, where that is demanded', async () => {
    const { payer, channel } = await openChannel(4n);
    await service.context.db.insert(intentWallets).values({ wallet: payer.address.toLowerCase() });
    const voucher = await channel.voucher(2n * PRICE);
    const bare = await callGateway(service, dataKeyCall, voucher);
    expect([bare.status, bare.body.errors[0].errorInfo.reason]).toEqual([401, 'INTENT_REQUIRED']);
    expect((await callGateway(service, await namedBy(payer), voucher)).status).toBe(200);
    expect((await callsOf(service, payer)).map(({ provesIntent }) => provesIntent)).toEqual([false, true]);
  });
});

test('a deposit that the chain refuses buys nothing', async () => {
  const payer = await payerWith(PRICE);
  const channel = await testChannel(service, payer);
  const answer = await callGateway(service, dataKeyCall, await channel.deposit(5n * PRICE, PRICE));
  expect([answer.status, answer.required?.error]).toEqual([402, `${prefix}deposit_simulation_failed`]);
  expect(await outcomes(payer)).toEqual({ states: [], ran: 0 });
});

test('a deposit that is sent again buys one call', async () => {
  const payer = await payerWith(5n * PRICE);
  const channel = await testChannel(service, payer);
  const deposit = await channel.deposit(5n * PRICE, PRICE);
  expect((await callGateway(service, dataKeyCall, deposit)).status).toBe(200);
  const again = await callGateway(service, dataKeyCall, deposit);
  expect([again.status, again.required?.error]).toEqual([402, `${prefix}cumulative_amount_mismatch`]);
  expect(await outcomes(payer)).toEqual({ states: ['served'], ran: 1 });
  expect((await channel.state()).balance).toBe(5n * PRICE);
});

test('thirty uses of one voucher over two processes buy one call', async () => {
  const { payer, channel } = await openChannel(40n);
  const voucher = await channel.voucher(2n * PRICE);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => callGateway(index % 2 ? service : peer, dataKeyCall, voucher)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, required } of answers)
    if (status !== 200)
      expect([status, required?.error]).toEqual([
        402,
        expect.stringMatching(/channel_busy$|cumulative_amount_mismatch$/),
      ]);
  expect(await outcomes(payer)).toEqual({ states: ['served', 'served'], ran: 2 });
});

test('a payer who announced a withdrawal buys no more, and what is charged is claimed before it', async () => {
  const { payer, channel } = await openChannel(5n);
  await fund(payer.address);
  await channel.withdraw(5n * PRICE);
  const { db } = service.context;
  await db
    .update(paymentChannels)
    .set({ readAt: sql`now() - interval '2 minutes'` })
    .where(eq(paymentChannels.id, channel.id));
  const answer = await callGateway(service, dataKeyCall, await channel.voucher(2n * PRICE));
  expect([answer.status, answer.required?.error]).toEqual([402, `${prefix}withdrawal_pending`]);
  await claimNow(service);
  expect((await channel.state()).claimed).toBe(PRICE);
  expect(await outcomes(payer)).toEqual({ states: ['settled'], ran: 1 });
});

test('a call that does not run is not charged, and its voucher stays good', async () => {
  const { payer, channel } = await openChannel(3n);
  const malformed = {
    mutation: 'decryptDataKey',
    body: { query: 'mutation { decryptDataKey { error { code } } }' },
  };
  expect((await callGateway(service, malformed, await channel.voucher(2n * PRICE))).status).toBe(400);
  expect((await callGateway(service, dataKeyCall, await channel.voucher(2n * PRICE))).status).toBe(200);
  expect(await outcomes(payer)).toEqual({ states: ['served', 'served'], ran: 2 });
});

test('calls that a channel pays do not hold up those that a transfer pays', async () => {
  const { payer } = await openChannel(1n);
  await fillUp(payer, PRICE);
  expect((await callGateway(service, dataKeyCall, await paymentFor(service, payer))).status).toBe(200);
  expect((await outcomes(payer)).states).toEqual(['served', 'settled']);
});
