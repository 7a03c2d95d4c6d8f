import { createHash } from 'node:crypto';
import { networks } from '@labroom/contracts/networks';
import {
  CALL_RECEIPT,
  type CallReceiptPayload,
  callReceiptMessage,
  type SignedPayload,
} from '@labroom/protocol/signed-receipt';
import {
  answerProof,
  callGateway,
  callsOf,
  DATA_KEY,
  namedPaymentFor,
  payerWith,
} from '@labroom/testing/test-gateway.ts';
import { PRICE } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import type { SettleResponse } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import {
  decodeSignedOffers,
  extractOffersFromPaymentRequired,
  extractReceiptFromResponse,
  findAcceptsObjectFromSignedOffer,
  type SignedReceipt,
  verifyOfferSignatureEIP712,
  verifyReceiptMatchesOffer,
  verifyReceiptSignatureEIP712,
} from '@x402/extensions/offer-receipt';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { recoverTypedDataAddress } from 'viem';
import { expect, test } from 'vitest';

const service = await openTestService();
const url = `${service.url}/local/x402/labs/generateDataEncryptionKey`;
const published = await (await fetch(`${service.url}/.well-known/x402.json`)).json();
const { signers } = published as { signers: string[] };

const body = JSON.stringify({ query: DATA_KEY });
const key = { mutation: 'generateDataEncryptionKey', body } as const;
const sha256 = (text: string) => `0x${createHash('sha256').update(text).digest('hex')}`;

async function quotedOffer() {
  const { required } = await callGateway(service, key);
  if (!required) throw new Error('No price was quoted');
  const [offer] = extractOffersFromPaymentRequired(required);
  if (offer?.format !== 'eip712') throw new Error('No offer was signed');
  return { required, offer };
}

const callReceiptOf = (settlement: SettleResponse | null): SignedPayload<CallReceiptPayload> =>
  Object(settlement?.extensions?.[CALL_RECEIPT]).info.receipt;
const signerOf = (payload: CallReceiptPayload, { signature }: { signature: `0x${string}` }) =>
  recoverTypedDataAddress({ ...callReceiptMessage(payload), signature });

test('the package of x402 verifies the offer of a 402 as signed by the published key, for these terms', async () => {
  const { required, offer } = await quotedOffer();
  expect((await verifyOfferSignatureEIP712(offer)).signer).toBe(signers[0]);
  const [decoded] = decodeSignedOffers([offer]);
  expect(decoded && findAcceptsObjectFromSignedOffer(decoded, required.accepts)).toBe(required.accepts[0]);
  expect(decoded?.resourceUrl).toBe(required.resource.url);
  expect((decoded?.validUntil ?? 0) * 1_000).toBeGreaterThan(Date.now() + 290_000);
});

test('unpaid requests do not cost a signature each', async () => {
  const [first, second] = [await quotedOffer(), await quotedOffer()];
  expect(second.offer.signature).toBe(first.offer.signature);
});

test('a stock client gets a receipt that the package of x402 verifies, and one over request and answer', async () => {
  const payer = await payerWith(PRICE);
  const { offer } = await quotedOffer();
  const network = 'eip155:31337';
  const asset = networks[31337].contracts.usdc;
  const paying = wrapFetchWithPaymentFromConfig(fetch, {
    schemes: [{ network, client: new ExactEvmScheme(payer) }],
    spendControls: { allowedAssets: [{ network, asset, maxAmountPerPayment: String(PRICE) }] },
  });
  const response = await paying(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const receipt = extractReceiptFromResponse(response) as SignedReceipt;
  const [decoded] = decodeSignedOffers([offer]);
  expect(decoded && verifyReceiptMatchesOffer(receipt, decoded, [payer.address])).toBe(true);
  if (receipt.format !== 'eip712') throw new Error('Not EIP-712');
  expect((await verifyReceiptSignatureEIP712(receipt)).signer).toBe(signers[0]);
  const [paid] = await callsOf(service, payer);
  expect(receipt.payload.transaction).toBe(paid?.transaction);

  const settlement = JSON.parse(
    Buffer.from(response.headers.get('payment-response') ?? '', 'base64').toString(),
  );
  const call = callReceiptOf(settlement);
  expect(await signerOf(call.payload, call)).toBe(signers[0]);
  expect(call.payload).toMatchObject({
    ...receipt.payload,
    requestHash: sha256(body),
    answerHash: sha256(await response.text()),
  });
  const forged = { ...call.payload, answerHash: call.payload.requestHash };
  expect(await signerOf(forged, call)).not.toBe(signers[0]);
});

test('a lost answer comes with the same receipts, and a bare repeated payment with none', async () => {
  const payer = await payerWith(PRICE);
  const named = await namedPaymentFor(service, payer, key);
  const first = await callGateway(service, named.call, named.payment);
  const headers = { ...named.call.headers, 'payment-proof': await answerProof(service, payer, named) };
  const again = await callGateway(service, { ...named.call, headers }, named.payment);
  expect(callReceiptOf(first.settlement).payload.nonce).toBe(named.nonce);
  expect(again.settlement).toEqual(first.settlement);
  const bare = await callGateway(service, named.call, named.payment);
  expect([bare.status, bare.settlement?.success, bare.settlement?.extensions]).toEqual([
    402,
    true,
    undefined,
  ]);
});

test('a call that is not paid has no receipt', async () => {
  const payer = await payerWith(0n);
  const named = await namedPaymentFor(service, payer, key);
  const { status, settlement } = await callGateway(service, named.call, named.payment);
  expect([status, settlement]).toEqual([402, null]);
});
