import { networks } from '@labroom/contracts/networks';
import {
  CALL_RECEIPT,
  type CallReceiptPayload,
  callReceiptMessage,
  OFFER_RECEIPT,
  type OfferPayload,
  offerMessage,
  type SignedPayload,
} from '@labroom/protocol/signed-receipt';
import { callsOf, payerWith } from '@labroom/testing/test-gateway.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import type { PaymentRequired, SettleResponse } from '@x402/core/types';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GenerateDataEncryptionKeyDocument } from '../documents/documents.generated.ts';
import { discoverGateway } from './discover-gateway.ts';
import { PaidCallError, ReceiptMismatchError } from './paid-call-failure.ts';
import { type Payer, payAndCall } from './pay-and-call.ts';
import { PaymentBudget, receiptsInMemory } from './payment-budget.ts';

const service = await openTestService();

let payer: Payer;
let book: ReturnType<typeof receiptsInMemory>;
beforeEach(async () => {
  book = receiptsInMemory();
  payer = {
    gatewayUrl: `${service.url}/local`,
    network: networks[31337],
    wallet: await payerWith(2n * PRICE),
    budget: new PaymentBudget({ perCall: 2n * PRICE, perDay: 5n * PRICE }, book),
  };
});
afterEach(() => vi.restoreAllMocks());

const getKey = () => payAndCall(payer, GenerateDataEncryptionKeyDocument, {});
const kept = () => book.since(new Date(0));
const unspent = () => stablecoinsOf(payer.wallet.address);

type Header = 'payment-required' | 'payment-response';

/** Somebody between payer and gateway changes a header of its answers, or their body. */
function tamper<Content>(
  header: Header,
  change: (content: Content) => unknown,
  changeBody = (text: string) => text,
): void {
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    const response = await real(...request);
    const value = response.headers.get(header);
    if (!value) return response;
    const content = change(JSON.parse(Buffer.from(value, 'base64').toString()));
    const headers = new Headers(response.headers);
    headers.set(header, Buffer.from(JSON.stringify(content)).toString('base64'));
    return new Response(changeBody(await response.text()), { status: response.status, headers });
  });
}

const offersOf = ({ extensions }: PaymentRequired): SignedPayload<OfferPayload>[] =>
  Object(extensions?.[OFFER_RECEIPT]).info.offers;
const callReceiptOf = ({ extensions }: SettleResponse): SignedPayload<CallReceiptPayload> =>
  Object(extensions?.[CALL_RECEIPT]).info.receipt;

async function failureOf(call: Promise<unknown>): Promise<PaidCallError> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (error instanceof PaidCallError) return error;
  throw new Error(`It did not fail as it should: ${error}`);
}

test('offer and receipts are verified, and kept with the record of the budget', async () => {
  const { receipt } = await getKey();
  const [paid] = await callsOf(service, payer.wallet);
  const { offer, receipt: signed, callReceipt, differences } = receipt.signed;
  expect(offer?.payload).toMatchObject({ amount: `${PRICE}`, payTo: receipt.payTo });
  for (const { payload } of [signed, callReceipt].filter((one) => one !== null))
    expect(payload).toMatchObject({ transaction: paid?.transaction });
  expect(callReceipt?.payload.nonce).toBe(receipt.nonce);
  expect(differences).toEqual([]);
  expect(await kept()).toEqual([receipt]);
});

test('addresses that the service published before are enough, and new ones are read again', async () => {
  const { signers } = await discoverGateway(service.url);
  const asked = vi.spyOn(globalThis, 'fetch');
  const readsOfTheList = () => asked.mock.calls.filter(([url]) => String(url).endsWith('x402.json')).length;
  payer = { ...payer, signers };
  await getKey();
  expect(readsOfTheList()).toBe(0);
  payer = { ...payer, signers: new Set([payer.wallet.address]) };
  await getKey();
  expect(readsOfTheList()).toBe(1);
});

test('a gateway that signs nothing is paid, and the record says so', async () => {
  tamper<PaymentRequired>('payment-required', ({ extensions: _, ...required }) => required);
  expect((await getKey()).receipt.signed).toMatchObject({ offer: null, differences: [] });
  vi.restoreAllMocks();
  tamper<SettleResponse>('payment-response', ({ extensions: _, ...settlement }) => settlement);
  const { receipt } = await getKey();
  expect(receipt).toMatchObject({
    state: 'paid',
    signed: { receipt: null, callReceipt: null, differences: [] },
  });
});

describe('nothing is paid for a price whose signed offer', () => {
  const outsider = privateKeyToAccount(generatePrivateKey());
  test.each<[string, (required: PaymentRequired) => unknown, RegExp]>([
    [
      'is of another amount',
      (required) => ({
        ...required,
        accepts: required.accepts.map((one) => ({ ...one, amount: `${2n * PRICE}` })),
      }),
      /^offer\.amount is "10000", not 20000$/,
    ],
    [
      'is for another payee',
      (required) => ({
        ...required,
        accepts: required.accepts.map((one) => ({ ...one, payTo: outsider.address })),
      }),
      /^offer\.payTo /,
    ],
    [
      'was altered with the price',
      (required) => {
        const [offer] = offersOf(required);
        Object.assign(offer?.payload ?? {}, { payTo: outsider.address });
        return { ...required, accepts: required.accepts.map((one) => ({ ...one, payTo: outsider.address })) };
      },
      /^offer is signed by 0x\w+, whom the service does not list/,
    ],
    [
      'is over',
      (required) => {
        Object.assign(offersOf(required)[0]?.payload ?? {}, { validUntil: 1 });
        return required;
      },
      /^offer\.validUntil is 1, which is over$/,
    ],
    [
      'is no message',
      (required) => {
        const [offer] = offersOf(required);
        if (offer) Object.assign(offer, { payload: {}, signature: 'none' });
        return required;
      },
      /^offer is signed by nobody/,
    ],
  ])('%s', async (_, change, difference) => {
    tamper('payment-required', change);
    const failure = await failureOf(getKey());
    expect(failure).toMatchObject({ code: 'OFFER_MISMATCH', receipt: null });
    expect(failure.details.differences).toContainEqual(expect.stringMatching(difference));
    expect([await unspent(), await kept()]).toEqual([2n * PRICE, []]);
  });

  test('is signed by a key that the service does not publish', async () => {
    const { challenge } = await forgedOffer(outsider);
    tamper('payment-required', () => challenge);
    const failure = await failureOf(getKey());
    expect(failure.details.differences).toEqual([
      `offer is signed by ${outsider.address}, whom the service does not list as a signer`,
    ]);
    expect(await unspent()).toBe(2n * PRICE);
  });

  async function forgedOffer(signer: typeof outsider) {
    const url = `${payer.gatewayUrl}/x402/labs/generateDataEncryptionKey`;
    const body = JSON.stringify({ query: 'mutation { generateDataEncryptionKey { encryptedDek } }' });
    const asked = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const header = asked.headers.get('payment-required') ?? '';
    const challenge: PaymentRequired = JSON.parse(Buffer.from(header, 'base64').toString());
    const [offer] = offersOf(challenge);
    if (!offer) throw new Error('No offer was signed');
    offer.signature = await signer.signTypedData(offerMessage(offer.payload));
    return { challenge };
  }
});

describe('a wrong receipt is an error that has the answer, the receipt and what differs', () => {
  async function mismatch(): Promise<ReceiptMismatchError> {
    const failure = await failureOf(getKey());
    if (!(failure instanceof ReceiptMismatchError)) throw failure;
    expect(failure).toMatchObject({ code: 'RECEIPT_MISMATCH', retryable: false, receipt: { state: 'paid' } });
    expect(failure.receipt?.signed.differences).toEqual(failure.details.differences);
    expect(await kept()).toContainEqual(failure.receipt);
    return failure;
  }
  const keyIn = ({ answer }: ReceiptMismatchError) => Object(answer).generateDataEncryptionKey.plaintextDEK;

  test('the answer was altered', async () => {
    tamper(
      'payment-response',
      (settlement) => settlement,
      (text) => text.replace(/"plaintextDEK":"[^"]+"/, '"plaintextDEK":"QQ=="'),
    );
    const failure = await mismatch();
    expect(failure.details.differences).toEqual([expect.stringMatching(/^callReceipt\.answerHash is "0x/)]);
    expect(keyIn(failure)).toBe('QQ==');
  });

  test('another amount is said to be charged', async () => {
    tamper<SettleResponse>('payment-response', (settlement) => ({ ...settlement, amount: `${2n * PRICE}` }));
    const failure = await mismatch();
    expect(failure.details.differences).toEqual(['settlement.amount is "20000", not 10000']);
    expect(keyIn(failure)).toEqual(expect.any(String));
  });

  test('the receipts are those of another call', async () => {
    const { receipt: other } = await getKey();
    tamper<SettleResponse>('payment-response', (settlement) => ({
      ...settlement,
      extensions: {
        [OFFER_RECEIPT]: { info: { receipt: other.signed.receipt } },
        [CALL_RECEIPT]: { info: { receipt: other.signed.callReceipt } },
      },
    }));
    const { details } = await mismatch();
    const fields = (details.differences as string[]).map((difference) => difference.split(' ')[0]);
    expect(fields).toEqual([
      'receipt.transaction',
      'callReceipt.transaction',
      'callReceipt.nonce',
      'callReceipt.answerHash',
    ]);
  });

  test('its signer is not published', async () => {
    const signer = privateKeyToAccount(generatePrivateKey());
    const { receipt } = await getKey();
    const forged = receipt.signed.callReceipt;
    if (!forged) throw new Error('No receipt was signed');
    const signature = await signer.signTypedData(callReceiptMessage(forged.payload));
    tamper<SettleResponse>('payment-response', (settlement) => {
      callReceiptOf(settlement).signature = signature;
      return settlement;
    });
    expect((await mismatch()).details.differences).toEqual([
      expect.stringMatching(/^callReceipt is signed by 0x\w+, whom the service does not list as a signer$/),
    ]);
  });

  test('the list of signers cannot be read any more', async () => {
    const real = globalThis.fetch;
    let isPaid = false;
    payer = { ...payer, signers: new Set() };
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
      if (isPaid && String(request[0]).endsWith('x402.json')) throw new TypeError('The connection broke.');
      const response = await real(...request);
      if (!response.headers.has('payment-response')) return response;
      isPaid = true;
      payer.signers?.clear();
      return response;
    });
    const failure = await mismatch();
    expect(failure.details.differences).toHaveLength(2);
    expect(keyIn(failure)).toEqual(expect.any(String));
  });
});
