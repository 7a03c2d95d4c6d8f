import { networks } from '@labroom/contracts/networks';
import { intentNonce, paidAnswerMessage } from '@labroom/protocol/payment-intent';
import { authorizationTypes } from '@x402/evm';
import { type Address, type Hex, recoverTypedDataAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileAtPathDocument, GenerateDataEncryptionKeyDocument } from '../documents/documents.generated.ts';
import { PaidCallError } from './paid-call-failure.ts';
import { type Payer, payAndCall } from './pay-and-call.ts';
import { PaymentBudget, receiptsInMemory } from './payment-budget.ts';
import { PaymentChannel } from './payment-channel.ts';
import { paymentRequired, payTo, ScriptedGateway, transaction } from './scripted-gateway.fixture.ts';

const { contracts, stablecoin } = networks[31337];
const wallet = privateKeyToAccount(generatePrivateKey());
const oclId = `0x0101${'0'.repeat(60)}`;
const key = { plaintextDEK: 'a2V5', encryptedDek: 'd3JhcA==', encryptionSystem: 'x', error: null };

let gateway: ScriptedGateway;
let book: ReturnType<typeof receiptsInMemory>;
let payer: Payer;
beforeEach(async () => {
  // Waits between requests end at once.
  vi.useFakeTimers({ toFake: ['setTimeout'] }).setTimerTickMode('nextTimerAsync');
  gateway = new ScriptedGateway();
  const gatewayUrl = await gateway.start();
  book = receiptsInMemory();
  const budget = new PaymentBudget({ perCall: 20_000n, perDay: 30_000n }, book);
  payer = { gatewayUrl, network: networks[31337], wallet, budget };
});
afterEach(() => {
  vi.useRealTimers();
  return gateway.stop();
});

function onlyPayment() {
  const [payment, another] = gateway.paid;
  if (!payment || another) throw new Error(`There are ${gateway.paid.length} payments`);
  return payment.payload as { authorization: Record<string, string>; signature: Address };
}

const getKey = () => payAndCall(payer, GenerateDataEncryptionKeyDocument, {});
const kept = () => book.since(new Date(0));

async function failureOf(call: Promise<unknown>): Promise<PaidCallError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof PaidCallError) return error;
  throw new Error(`It did not fail as it should: ${error}`);
}

describe('a paid call', () => {
  it('signs the quoted payment, repeats the request, and returns data and receipt', async () => {
    const { data, receipt } = await getKey();
    expect(data.generateDataEncryptionKey.plaintextDEK).toBe('a2V5');
    expect(receipt).toMatchObject({
      mutation: 'generateDataEncryptionKey',
      amount: '10000',
      payTo,
      payer: wallet.address,
      state: 'paid',
      transaction,
      requestId: 'request-1',
    });
    expect(await kept()).toEqual([receipt]);
    const [unpaid, repeated] = gateway.asked;
    expect(unpaid?.path).toBe('/local/x402/labs/generateDataEncryptionKey');
    expect(repeated).toEqual(unpaid);
    const { authorization, signature } = onlyPayment();
    expect(JSON.stringify(receipt)).not.toContain(signature);
    expect(authorization).toMatchObject({
      from: wallet.address,
      to: payTo,
      value: '10000',
      nonce: receipt.nonce,
    });
    const message = {
      ...authorization,
      value: 10_000n,
      validAfter: BigInt(authorization.validAfter ?? ''),
      validBefore: BigInt(authorization.validBefore ?? ''),
    };
    const signer = await recoverTypedDataAddress({
      domain: {
        name: stablecoin.name,
        version: stablecoin.version,
        chainId: 31337,
        verifyingContract: contracts.usdc,
      },
      types: authorizationTypes,
      primaryType: 'TransferWithAuthorization',
      message: message as never,
      signature,
    });
    expect(signer).toBe(wallet.address);
  });

  it('is paid by a transfer where the gateway offers no channel', async () => {
    payer = { ...payer, channel: new PaymentChannel({ deposit: 20_000n, rpcUrl: 'http://127.0.0.1:9' }) };
    expect((await getKey()).receipt).toMatchObject({ state: 'paid', transaction });
    expect(onlyPayment().authorization.value).toBe('10000');
  });

  it('returns data while settlement is pending, and counts the receipt as spent', async () => {
    gateway.answer = { settlement: { errorReason: 'settlement_pending', transaction } };
    expect((await getKey()).receipt).toMatchObject({
      state: 'pending',
      reason: 'settlement_pending',
      transaction,
    });
    gateway.answer = {};
    expect((await getKey()).receipt).toMatchObject({ state: 'sent', reason: 'no_payment_response' });
    gateway.offer = { ...gateway.offer, amount: '20000' };
    expect((await failureOf(getKey())).code).toBe('OVER_DAY_BUDGET');
  });

  it('is charged if the service returns an in-band error', async () => {
    const error = { code: 'UNAUTHORIZED', message: 'No.', details: '{"reason":"UNAUTHORIZED"}' };
    gateway.answer = {
      settlement: { success: true, transaction },
      body: { data: { generateDataEncryptionKey: { ...key, plaintextDEK: null, error } } },
    };
    const failure = await failureOf(getKey());
    expect(failure).toMatchObject({ code: 'UNAUTHORIZED', reason: 'UNAUTHORIZED', price: '0.01 USDC' });
    expect(failure.receipt).toMatchObject({ state: 'paid', transaction });
  });

  it('is not charged if it is rejected, and can be paid again', async () => {
    gateway.answer = { status: 402, settlement: { errorReason: 'insufficient_funds' } };
    for (let round = 0; round < 4; round += 1) {
      const failure = await failureOf(getKey());
      expect(failure).toMatchObject({ code: 'PAYMENT_REFUSED', reason: 'insufficient_funds' });
      expect(failure.receipt).toMatchObject({ state: 'not-charged', reason: 'insufficient_funds' });
    }
  });

  it('retries with the same payment while another call of the wallet is unsettled', async () => {
    const headers = { ...paymentRequired(gateway.offer, 'payer_has_unsettled_call'), 'retry-after': '0' };
    gateway.answers = [{ status: 402, headers }];
    expect((await getKey()).receipt.state).toBe('paid');
    expect(gateway.paid).toHaveLength(2);
    expect(gateway.paid[1]).toEqual(gateway.paid[0]);
    expect(await kept()).toHaveLength(1);
  });

  it('names the call that it pays for', async () => {
    await getKey();
    const [{ body } = { body: null }] = gateway.asked;
    const salt = String(gateway.sent[0]?.['payment-salt']);
    const resource = `${new URL(payer.gatewayUrl).origin}/x402/labs/generateDataEncryptionKey`;
    const nonce = intentNonce({ resource, body: JSON.stringify(body), salt: salt as Hex });
    expect(onlyPayment().authorization.nonce).toBe(nonce);
    await getKey();
    expect(gateway.sent[1]?.['payment-salt']).not.toBe(salt);
  });

  it('is asked for again with a proof of the payer where its answer is lost', async () => {
    const running = { ...paymentRequired(gateway.offer, 'payment_already_used'), 'retry-after': '0' };
    gateway.answers = ['hang up', { status: 402, headers: running }];
    const { data, receipt } = await getKey();
    expect(data.generateDataEncryptionKey.plaintextDEK).toBe('a2V5');
    expect(receipt.state).toBe('paid');
    expect(gateway.paid).toHaveLength(3);
    expect(new Set(gateway.sent.map((headers) => headers['payment-salt'])).size).toBe(1);
    expect(gateway.sent[0]?.['payment-proof']).toBeUndefined();
    for (const headers of gateway.sent.slice(1)) {
      const [issuedAt = '', signature] = String(headers['payment-proof']).split(' ');
      const resource = `${new URL(payer.gatewayUrl).origin}/x402/labs/generateDataEncryptionKey`;
      const claim = {
        chainId: 31337,
        resource,
        wallet: wallet.address,
        nonce: receipt.nonce as Hex,
        issuedAt,
      };
      const signer = await recoverTypedDataAddress({
        ...paidAnswerMessage(claim),
        signature: signature as Hex,
      });
      expect(signer).toBe(wallet.address);
    }
    expect(await kept()).toEqual([receipt]);
  });

  it.each([
    ['settled', { success: true, transaction }, 'paid'],
    ['not settled yet', { errorReason: 'settlement_pending' }, 'pending'],
    ['still served', undefined, 'sent'],
  ])('may be charged if the request was duplicated and the other one is %s', async (_, settlement, state) => {
    const headers = paymentRequired(gateway.offer, 'payment_already_used');
    gateway.answer = { status: 402, headers, ...(settlement && { settlement }) };
    const failure = await failureOf(getKey());
    expect(failure).toMatchObject({ code: 'PAYMENT_UNKNOWN', receipt: { state } });
  });

  it.each([
    [500, { errors: [{ message: 'No.', errorType: 'INTERNAL_ERROR' }] }, 'INTERNAL_ERROR'],
    [503, { errors: [{ message: 'Later.', errorType: 'UPSTREAM_UNAVAILABLE' }] }, 'UPSTREAM_UNAVAILABLE'],
    [400, { errors: [{ message: 'No.', errorType: 'INVALID_INPUT' }] }, 'INVALID_INPUT'],
  ])('is not charged if the gateway answers %i', async (status, body, code) => {
    gateway.answer = { status, body, headers: { 'x-request-id': 'request-2' } };
    const failure = await failureOf(getKey());
    expect(failure.code).toBe(code);
    expect(failure.receipt).toMatchObject({
      state: 'not-charged',
      reason: `http_${status}`,
      requestId: 'request-2',
    });
  });

  it('reports a possible charge if the gateway could not record the call', async () => {
    const errors = [{ message: 'It may be charged later.', errorType: 'UPSTREAM_UNAVAILABLE' }];
    gateway.answer = {
      status: 503,
      body: { errors },
      headers: { 'x-request-id': 'request-3' },
      settlement: { errorReason: 'settlement_pending' },
    };
    const failure = await failureOf(getKey());
    expect(failure).toMatchObject({ code: 'PAYMENT_UNKNOWN', retryable: false });
    expect(failure.receipt).toMatchObject({ state: 'pending', requestId: 'request-3' });
  });

  it('reports a possible charge if no response arrives, with the nonce, and counts it in the budget', async () => {
    gateway.answer = 'hang up';
    const failure = await failureOf(getKey());
    expect(failure).toMatchObject({ code: 'PAYMENT_UNKNOWN', retryable: false });
    expect(failure.receipt?.state).toBe('sent');
    // A load balancer that times out and sets its own request id.
    const headers = { 'x-request-id': 'of-the-balancer', 'content-type': 'text/html' };
    gateway.answer = { status: 504, body: '<html>', headers };
    expect((await failureOf(getKey())).code).toBe('PAYMENT_UNKNOWN');
    expect(await kept()).toHaveLength(2);
    expect((await failureOf(getKey())).code).toBe('PAYMENT_UNKNOWN');
    expect((await failureOf(getKey())).code).toBe('OVER_DAY_BUDGET');
  });
});

describe('the price that comes with what is foreseen', () => {
  const resource = () => `${new URL(payer.gatewayUrl).origin}/x402/labs/generateDataEncryptionKey`;
  const tell = (offer = gateway.offer, url = resource()) => {
    gateway.foresightHeaders = paymentRequired(offer, undefined, url);
  };

  it('is paid without asking for it', async () => {
    tell();
    expect((await getKey()).receipt.state).toBe('paid');
    expect([gateway.foreseen.length, gateway.asked.length, gateway.paid.length]).toEqual([1, 1, 1]);
  });

  it.each([
    [
      'of another service',
      () => tell(gateway.offer, 'https://labs.example.org/x402/labs/generateDataEncryptionKey'),
    ],
    ['in another token', () => tell({ ...gateway.offer, asset: payTo })],
  ])('%s is not paid', async (_, tellWrongly) => {
    tellWrongly();
    expect(await failureOf(getKey())).toMatchObject({ code: 'UNEXPECTED_QUOTE', receipt: null });
    expect(gateway.asked).toEqual([]);
  });
});

it('a payment that the wallet does not sign is not spent', async () => {
  const signTypedData = () => Promise.reject(new Error('rejected by the user'));
  payer = { ...payer, wallet: { ...wallet, signTypedData } };
  for (let times = 0; times < 4; times += 1) await expect(getKey()).rejects.toThrow('rejected by the user');
  expect(new Set((await kept()).map(({ state, reason }) => `${state} ${reason}`))).toEqual(
    new Set(['not-charged not_signed']),
  );
});

it('an error that was paid for does not say that the call may be repeated', async () => {
  const error = { code: 'UPSTREAM_UNAVAILABLE', message: 'Later.', retryable: true };
  gateway.answer = {
    settlement: { success: true, transaction },
    body: { data: { generateDataEncryptionKey: { ...key, error } } },
  };
  expect(await failureOf(getKey())).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryable: false });
});

describe('signs nothing', () => {
  it.each([
    ['on another network', { network: 'eip155:8453' as const }],
    ['in another token', { asset: payTo }],
    ['by another scheme', { scheme: 'upto' }],
    ['of no amount', { amount: '-1' }],
  ])('for an offer %s', async (_, changes) => {
    gateway.offer = { ...gateway.offer, ...changes };
    expect(await failureOf(getKey())).toMatchObject({ code: 'UNEXPECTED_QUOTE', receipt: null });
    expect(gateway.paid).toEqual([]);
  });

  it.each([
    ['another service', 'https://labs.example.org/x402/labs/generateDataEncryptionKey'],
    ['another mutation', '/x402/labs/decryptDataKey'],
    ['nothing', 'labs'],
  ])('for the price of a call of %s', async (_, resource) => {
    gateway.resource = resource.startsWith('/') ? `${new URL(payer.gatewayUrl).origin}${resource}` : resource;
    expect(await failureOf(getKey())).toMatchObject({ code: 'UNEXPECTED_QUOTE', receipt: null });
    expect(gateway.paid).toEqual([]);
  });

  it('for a price over the budget, and names the price', async () => {
    gateway.offer = { ...gateway.offer, amount: '20001' };
    const failure = await failureOf(getKey());
    expect(failure).toMatchObject({ code: 'OVER_CALL_BUDGET', price: '0.020001 USDC', receipt: null });
    expect(failure.message).toContain('0.020001 USDC');
    expect(gateway.paid).toEqual([]);
  });

  it('if the gateway cannot be reached', async () => {
    payer = { ...payer, gatewayUrl: 'http://127.0.0.1:9/local' };
    expect(await failureOf(getKey())).toMatchObject({ code: 'NETWORK_ERROR', receipt: null });
  });

  it('for a document that is not a single mutation', async () => {
    await expect(payAndCall(payer, FileAtPathDocument, { oclId, path: 'a' })).rejects.toThrow('one mutation');
    expect(gateway.asked).toEqual([]);
  });

  it('if the gateway foresees a failure, and says what it would cost and who could change it', async () => {
    const changeableBy = [{ kind: 'OWNER', addresses: [payTo] }];
    const refusal = { code: 'UNAUTHORIZED', reason: 'UNAUTHORIZED', message: 'Only owners may.' };
    gateway.foresight = { runs: false, ...refusal, changeableBy };
    const failure = await failureOf(getKey());
    expect(failure).toMatchObject({
      code: 'UNAUTHORIZED',
      reason: 'UNAUTHORIZED',
      price: '0.01 USDC',
      receipt: null,
    });
    expect(failure.details.changeableBy).toEqual(changeableBy);
    expect(failure.message).toBe(
      'This call costs 0.01 USDC and would fail: Only owners may. Nothing was paid.',
    );
    expect(gateway.paid).toEqual([]);
    const [quoted] = gateway.asked;
    expect(gateway.foreseen).toEqual([
      {
        path: `${quoted?.path}/foresee`,
        body: { ...(quoted?.body as object), payerAddress: wallet.address },
      },
    ]);
  });

  it('if the gateway cannot foresee now', async () => {
    gateway.foresight = 503;
    expect(await failureOf(getKey())).toMatchObject({ receipt: null });
    expect(gateway.paid).toEqual([]);
  });

  it('except if the payer insists, or the gateway does not foresee at all', async () => {
    gateway.foresight = { runs: false, code: 'NOT_FOUND', message: 'None.', changeableBy: [] };
    const insisted = await payAndCall(payer, GenerateDataEncryptionKeyDocument, {}, { anyway: true });
    expect([insisted.receipt.state, gateway.foreseen]).toEqual(['paid', []]);
    gateway.foresight = 404;
    expect((await getKey()).receipt.state).toBe('paid');
  });
});
