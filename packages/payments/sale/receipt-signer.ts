import { JSON_SCHEMA_DIALECT } from '@labroom/protocol/json-schema-dialect';
import {
  CALL_RECEIPT,
  callReceiptMessage,
  OFFER_RECEIPT,
  offerMessage,
  receiptMessage,
} from '@labroom/protocol/signed-receipt';
import { type Address, type Hex, hashTypedData, sha256, stringToHex } from 'viem';
import type { Offer } from '../payment/offer.ts';

/** What a receipt is about. */
export interface ServedCall {
  offer: Offer;
  payer: string;
  /** Of the payment. */
  nonce: Hex;
  /** Hash of the settling transaction. */
  transaction: string;
  /** What the client sent. */
  request: string;
  /** What it gets. */
  answer: unknown;
  /** Unix time in seconds at which the call was served. */
  servedAt: number;
}

type Extensions = Record<string, unknown>;

/** Time for which a signed offer is used again, so that requests without a payment cost few signatures. */
const REUSED_MS = 60_000;

/** The key of a seller. */
interface ReceiptKey {
  /** Addresses of all keys, the signing one first. Receipts by the others stay valid. */
  signers: readonly Address[];
  /** Signs a hash of 32 bytes by the first key. */
  sign(hash: Hex): Promise<Hex>;
}

/**
 * Signs offers and receipts (x402 `offer-receipt`) with a key of the seller. The package of x402 reads them; it is not used here because it brings `jose`, `ajv`, `siwe` and `tweetnacl` for two typed messages.
 */
export class ReceiptSigner {
  /** Addresses of all keys, the signing one first. Receipts by the others stay valid. */
  readonly signers: readonly Address[];
  readonly #sign: ReceiptKey['sign'];
  readonly #offers = new Map<string, { extension: Extensions; amount: string; until: number }>();

  constructor({ signers, sign }: ReceiptKey) {
    this.signers = signers;
    this.#sign = sign;
  }

  /** The offer with its signature, among the extensions of the 402. */
  async withSignature(offer: Offer): Promise<Offer> {
    const known = this.#offers.get(offer.resource.url);
    // Journeys have one resource and many prices.
    const isSame = known?.amount === offer.requirements.amount;
    const signed =
      known && isSame && Date.now() < known.until ? known.extension : await this.#keepOffer(offer);
    return { ...offer, extensions: { ...offer.extensions, ...signed } };
  }

  async #keepOffer(offer: Offer): Promise<Extensions> {
    const extension = await this.#signOffer(offer);
    this.#offers.set(offer.resource.url, {
      extension,
      amount: offer.requirements.amount,
      until: Date.now() + REUSED_MS,
    });
    return extension;
  }

  async #signOffer({ resource, requirements }: Offer): Promise<Extensions> {
    const { scheme, network, asset, payTo, amount, maxTimeoutSeconds } = requirements;
    const validUntil = Math.floor((Date.now() + REUSED_MS) / 1_000) + maxTimeoutSeconds;
    const payload = {
      version: 1,
      resourceUrl: resource.url,
      scheme,
      network,
      asset,
      payTo,
      amount,
      validUntil,
    };
    const signature = await this.#sign(hashTypedData(offerMessage(payload)));
    const offers = [{ format: 'eip712', acceptIndex: 0, payload, signature }];
    return { [OFFER_RECEIPT]: { info: { offers }, schema: schemaOf('offers', 'array') } };
  }

  /** The extensions of `payment-response`: the receipt of x402, and one over request and answer. The same call has the same. */
  async receiptsOf(call: ServedCall): Promise<Extensions> {
    const { offer, payer, nonce, transaction, servedAt } = call;
    const { network } = offer.requirements;
    const payload = {
      version: 1,
      network,
      resourceUrl: offer.resource.url,
      payer,
      issuedAt: servedAt,
      transaction,
    };
    const hashes = {
      nonce,
      requestHash: hashOf(call.request),
      answerHash: hashOf(JSON.stringify(call.answer)),
    };
    const callPayload = { ...payload, ...hashes };
    const signature = await this.#sign(hashTypedData(receiptMessage(payload)));
    const callSignature = await this.#sign(hashTypedData(callReceiptMessage(callPayload)));
    const receipt = { format: 'eip712', payload, signature };
    const callReceipt = { format: 'eip712', payload: callPayload, signature: callSignature };
    return {
      [OFFER_RECEIPT]: { info: { receipt }, schema: schemaOf('receipt', 'object') },
      [CALL_RECEIPT]: { info: { receipt: callReceipt }, schema: schemaOf('receipt', 'object') },
    };
  }
}

const hashOf = (text: string) => sha256(stringToHex(text));

const schemaOf = (name: string, type: string) => ({
  $schema: JSON_SCHEMA_DIALECT,
  type: 'object',
  properties: { [name]: { type } },
  required: [name],
});
