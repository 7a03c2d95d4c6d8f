import { intentNonce, paidAnswerMessage } from '@labroom/protocol/payment-intent';
import type { PaymentPayload } from '@x402/core/types';
import { bytesToHex, type Hex } from 'viem';
import type { PaymentQuote } from './payment-quote.ts';

/** Has an address and signs typed data, like a viem account. */
export interface PaymentWallet {
  readonly address: Hex;
  signTypedData(message: {
    domain: Record<string, unknown>;
    types: Record<string, unknown>;
    primaryType: string;
    message: Record<string, unknown>;
  }): Promise<Hex>;
}

/** What makes a payment name the call it buys. */
export interface PaymentName {
  nonce: Hex;
  /** Sent along as `Payment-Salt`. Only payer and gateway know it. */
  salt: Hex;
}

/** The name of a new payment for a call with this body. */
export function namePayment({ challenge }: PaymentQuote, body: string): PaymentName {
  const salt = bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
  return { nonce: intentNonce({ resource: challenge.resource.url, body, salt }), salt };
}

/** EIP-3009. */
const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
};
/** Longer than a gateway may take. */
const mostSeconds = 600;
/** The clock of this device may be ahead of the chain's. */
const aheadSeconds = 600;

/** Signs a payment (EIP-3009) whose nonce is derived from the call. Stock x402 clients draw theirs at random. */
export async function signPayment(
  wallet: PaymentWallet,
  { requirements, challenge }: PaymentQuote,
  { nonce }: PaymentName,
): Promise<PaymentPayload> {
  const { network, asset, amount, payTo, extra, maxTimeoutSeconds } = requirements;
  const { resource } = challenge;
  const now = Math.floor(Date.now() / 1_000);
  const times = {
    validAfter: `${now - aheadSeconds}`,
    validBefore: `${now + Math.min(maxTimeoutSeconds, mostSeconds)}`,
  };
  const transfer = { from: wallet.address, to: payTo, value: amount, ...times, nonce };
  const signature = await wallet.signTypedData({
    domain: {
      name: extra.name,
      version: extra.version,
      chainId: Number(network.slice('eip155:'.length)),
      verifyingContract: asset,
    },
    types,
    primaryType: 'TransferWithAuthorization',
    message: {
      ...transfer,
      value: BigInt(amount),
      validAfter: BigInt(times.validAfter),
      validBefore: BigInt(times.validBefore),
    },
  });
  const payload = { signature, authorization: transfer };
  return { x402Version: 2, resource, accepted: requirements, payload };
}

/** Signs the header `Payment-Proof`, by which the payer asks again for an answer that was lost. */
export async function signAnswerProof(
  wallet: PaymentWallet,
  { requirements, challenge }: PaymentQuote,
  nonce: Hex,
): Promise<string> {
  const chainId = Number(requirements.network.slice('eip155:'.length));
  const issuedAt = new Date().toISOString();
  const claim = { chainId, resource: challenge.resource.url, wallet: wallet.address, nonce, issuedAt };
  return `${issuedAt} ${await wallet.signTypedData(paidAnswerMessage(claim))}`;
}
