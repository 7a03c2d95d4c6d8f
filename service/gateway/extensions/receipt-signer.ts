import {
  CALL_RECEIPT,
  callReceiptMessage,
  OFFER_RECEIPT,
  offerMessage,
  receiptMessage,
} from '@labroom/protocol/signed-receipt';
import { type Address, bytesToHex, type Hex, hashTypedData, sha256, stringToHex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { JSON_SCHEMA_DIALECT } from '#contract/json-schema-dialect.ts';
import { signHash } from '../../chain/signer-of.ts';
import type { SigningKeys } from '../../platform/config/secrets.ts';
import type { ListedOffer, Offer } from '../offers/offers.ts';

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

/**
 * Signs offers and receipts (x402 `offer-receipt`), with a key that is derived from the secret of the service. The package of x402
 * reads them; it is not used here because it brings `jose`, `ajv`, `siwe` and `tweetnacl` for two typed messages.
 */
export class ReceiptSigner {
  /** Addresses of all keys, the signing one first. Receipts by the others stay valid. */
  readonly signers: readonly Address[];
  readonly #key: Uint8Array;
  readonly #offers = new Map<string, { extension: Extensions; amount: string; until: number }>();

  constructor([first, ...others]: SigningKeys) {
    this.#key = first;
    this.signers = [first, ...others].map((key) => privateKeyToAddress(bytesToHex(key)));
  }

  /** The offer with its signature, among the extensions of the 402. */
  withSignature(offer: ListedOffer): ListedOffer {
    const known = this.#offers.get(offer.resource.url);
    // Journeys have one resource and many prices.
    const isSame = known?.amount === offer.requirements.amount;
    const signed = known && isSame && Date.now() < known.until ? known.extension : this.#keepOffer(offer);
    return { ...offer, extensions: { ...offer.extensions, ...signed } };
  }

  #keepOffer(offer: Offer): Extensions {
    const extension = this.#signOffer(offer);
    this.#offers.set(offer.resource.url, {
      extension,
      amount: offer.requirements.amount,
      until: Date.now() + REUSED_MS,
    });
    return extension;
  }

  #signOffer({ resource, requirements }: Offer): Extensions {
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
    const signature = signHash(hashTypedData(offerMessage(payload)), this.#key);
    const offers = [{ format: 'eip712', acceptIndex: 0, payload, signature }];
    return { [OFFER_RECEIPT]: { info: { offers }, schema: schemaOf('offers', 'array') } };
  }

  /** The extensions of `payment-response`: the receipt of x402, and one over request and answer. The same call has the same. */
  receiptsOf(call: ServedCall): Extensions {
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
    const signature = signHash(hashTypedData(receiptMessage(payload)), this.#key);
    const callSignature = signHash(hashTypedData(callReceiptMessage(callPayload)), this.#key);
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
