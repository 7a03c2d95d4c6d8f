import {
  CALL_RECEIPT,
  type CallReceiptPayload,
  callReceiptMessage,
  OFFER_RECEIPT,
  type OfferPayload,
  offerMessage,
  type ReceiptPayload,
  receiptMessage,
  type SignedPayload,
} from '@labroom/protocol/signed-receipt';
import type { PaymentRequired, SettleResponse } from '@x402/core/types';
import { type Hex, recoverTypedDataAddress, sha256 } from 'viem';
import type { PaymentQuote } from './payment-quote.ts';
import type { PaymentReceipt, SignedTerms } from './payment-receipt.ts';

/** Whether the service publishes an address as that of a signer. Errors: those of reading the list. */
export type IsSigner = (address: Hex) => Promise<boolean>;

/** The clock of this device may be ahead of the service's. */
const aheadSeconds = 600;

/** The signed offer of a price, with its differences from the price. */
export async function checkOffer(
  { requirements, challenge }: PaymentQuote,
  isSigner: IsSigner,
): Promise<Pick<SignedTerms, 'offer' | 'differences'>> {
  const { scheme, network, asset, payTo, amount } = requirements;
  const terms = { version: 1, resourceUrl: challenge.resource.url, scheme, network, asset, payTo, amount };
  const checked = await Promise.all(
    offersOf(challenge).map(async (offer) => {
      const { validUntil } = offer.payload;
      const isOver = !(validUntil > Date.now() / 1_000 - aheadSeconds);
      const differences = [
        ...compare('offer', offer.payload, terms),
        ...(isOver ? [`offer.validUntil is ${shown(validUntil)}, which is over`] : []),
        ...(await compareSigner('offer', isSigner, () =>
          recoverTypedDataAddress({ ...offerMessage(offer.payload), signature: offer.signature }),
        )),
      ];
      return { offer, differences };
    }),
  );
  // A challenge can have offers in several tokens.
  const right = checked.find(({ differences }) => differences.length === 0);
  return right ?? checked[0] ?? { offer: null, differences: [] };
}

interface PaidExchange {
  /** `resource.url` of the price. */
  resource: string;
  /** Body of the request, as sent. */
  request: string;
  /** Body of the answer, as received. */
  answer: Uint8Array;
  settlement: SettleResponse;
}

/** The signed receipts beside an answer, with their differences from the payment and the call. */
export async function checkReceipts(
  { network, payer, nonce, amount }: PaymentReceipt,
  { resource, request, answer, settlement }: PaidExchange,
  isSigner: IsSigner,
): Promise<Omit<SignedTerms, 'offer'>> {
  const receipt = receiptAt<ReceiptPayload>(settlement, OFFER_RECEIPT);
  const callReceipt = receiptAt<CallReceiptPayload>(settlement, CALL_RECEIPT);
  const { transaction } = settlement;
  const paid = { version: 1, network, resourceUrl: resource, payer, transaction };
  const call = { nonce, requestHash: sha256(new TextEncoder().encode(request)), answerHash: sha256(answer) };
  const differences = [
    ...compare('settlement', { amount, payer, ...settlement }, { network, payer, amount }),
    ...(receipt
      ? [
          ...compare('receipt', receipt.payload, paid),
          ...(await compareSigner('receipt', isSigner, () =>
            recoverTypedDataAddress({ ...receiptMessage(receipt.payload), signature: receipt.signature }),
          )),
        ]
      : []),
    ...(callReceipt
      ? [
          ...compare('callReceipt', callReceipt.payload, { ...paid, ...call }),
          ...(await compareSigner('callReceipt', isSigner, () =>
            recoverTypedDataAddress({
              ...callReceiptMessage(callReceipt.payload),
              signature: callReceipt.signature,
            }),
          )),
        ]
      : []),
  ];
  return { receipt, callReceipt, differences };
}

/** The offers in the one form that an address is enough to verify. */
function offersOf({ extensions }: PaymentRequired): SignedPayload<OfferPayload>[] {
  const offers = partOf(extensions, OFFER_RECEIPT, 'info', 'offers');
  return Array.isArray(offers) ? offers.filter(isTyped<OfferPayload>).slice(0, mostOffers) : [];
}
const mostOffers = 16;

function receiptAt<Payload>(
  { extensions }: SettleResponse,
  extension: string,
): SignedPayload<Payload> | null {
  const receipt = partOf(extensions, extension, 'info', 'receipt');
  return isTyped<Payload>(receipt) ? receipt : null;
}

const isTyped = <Payload>(value: unknown): value is SignedPayload<Payload> =>
  partOf(value, 'format') === 'eip712' && isObject(partOf(value, 'payload'));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function partOf(value: unknown, ...path: string[]): unknown {
  return path.reduce((part, name) => (isObject(part) ? part[name] : undefined), value);
}

function compare(name: string, actual: object, expected: Record<string, string | number>): string[] {
  return Object.entries(expected).flatMap(([field, value]) => {
    const found = partOf(actual, field);
    return isSame(found, value) ? [] : [`${name}.${field} is ${shown(found)}, not ${value}`];
  });
}

/** Addresses and hashes are equal in upper and lower case. */
function isSame(one: unknown, other: string | number): boolean {
  const isHex = typeof one === 'string' && /^0x[0-9a-f]+$/i.test(one);
  return isHex ? one.toLowerCase() === `${other}`.toLowerCase() : one === other;
}

async function compareSigner(
  name: string,
  isSigner: IsSigner,
  recover: () => Promise<Hex>,
): Promise<string[]> {
  // A payload that is no such message has no signer.
  const signer = await (async () => recover())().catch(() => null);
  const isKnown = signer !== null && (await isSigner(signer).catch(() => null));
  if (isKnown) return [];
  const problem =
    isKnown === null
      ? 'and the list of signers cannot be read'
      : 'whom the service does not list as a signer';
  return [`${name} is signed by ${signer ?? 'nobody'}, ${problem}`];
}

/** From the service, so bounded. */
const shown = (value: unknown) => (JSON.stringify(value) ?? 'missing').slice(0, 200);
