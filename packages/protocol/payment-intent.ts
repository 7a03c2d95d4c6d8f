import { concat, type Hex, keccak256, sha256, stringToHex } from 'viem';
import { domainOf, type SignedBy } from './signed-message.ts';

/** A call of the gateway, as its payment names it. */
export interface NamedCall {
  /** `resource.url` of the 402. */
  resource: string;
  /** The body of the request, as it is sent. */
  body: string;
  /** 32 random bytes, new for each payment. Only payer and gateway know them. */
  salt: Hex;
}

/**
 * The nonce of a payment (EIP-3009, Permit2) that names the one call it buys: Keccak-256 of the resource, the SHA-256 of the
 * body and the salt (docs/specification/gateway.md#intent). The settled transfer then commits its payer to that call.
 */
export function intentNonce({ resource, body, salt }: NamedCall): Hex {
  return keccak256(concat([stringToHex(resource), sha256(stringToHex(body)), salt]));
}

const types = {
  PaymentIntent: [
    { name: 'site', type: 'string' },
    { name: 'wallet', type: 'address' },
    { name: 'required', type: 'bool' },
    { name: 'issuedAt', type: 'string' },
  ],
  PaidAnswer: [
    { name: 'resource', type: 'string' },
    { name: 'wallet', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
    { name: 'issuedAt', type: 'string' },
  ],
} as const;

interface AnswerClaim {
  chainId: number;
  /** `resource.url` of the 402. */
  resource: string;
  /** The payer. */
  wallet: Hex;
  /** Of the payment. */
  nonce: Hex;
  /** ISO 8601 in UTC with milliseconds. */
  issuedAt: string;
}

/** The message (EIP-712) by which a payer asks again for an answer that was lost. */
export function paidAnswerMessage({ chainId, ...message }: AnswerClaim) {
  return {
    domain: domainOf(chainId),
    types: { PaidAnswer: types.PaidAnswer },
    primaryType: 'PaidAnswer',
    message,
  } as const;
}

/** The message (EIP-712) by which a wallet demands that each of its payments names its call, or no longer. */
export function intentSettingMessage({ chainId, ...message }: SignedBy & { required: boolean }) {
  return {
    domain: domainOf(chainId),
    types: { PaymentIntent: types.PaymentIntent },
    primaryType: 'PaymentIntent',
    message,
  } as const;
}
