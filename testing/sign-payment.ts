import { randomBytes } from 'node:crypto';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import {
  authorizationTypes,
  PERMIT2_ADDRESS,
  permit2WitnessTypes,
  x402ExactPermit2ProxyAddress,
} from '@x402/evm';
import { type Address, bytesToHex, type Hex, hashTypedData, type PrivateKeyAccount } from 'viem';

export interface TransferMessage {
  from: Address;
  to: Address;
  value: bigint;
  validAfter: bigint;
  validBefore: bigint;
  nonce: Hex;
}

/** A transfer of what is required, as the stock client would fill it in. */
export function transferMessage(
  from: Address,
  { payTo, amount, maxTimeoutSeconds }: PaymentRequirements,
  changes: Partial<TransferMessage> = {},
): TransferMessage {
  return {
    from,
    to: payTo as Address,
    value: BigInt(amount),
    validAfter: 0n,
    validBefore: BigInt(Math.floor(Date.now() / 1000) + maxTimeoutSeconds),
    nonce: bytesToHex(randomBytes(32)),
    ...changes,
  };
}

/** The typed data of EIP-3009 that the payer signs. */
function transferTypedData(message: TransferMessage, { asset, extra, network }: PaymentRequirements) {
  return {
    domain: {
      name: String(extra.name),
      version: String(extra.version),
      chainId: Number(network.slice('eip155:'.length)),
      verifyingContract: asset as Address,
    },
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message,
  } as const;
}

/** The hash that a contract account is asked about. */
export const transferHash = (message: TransferMessage, requirements: PaymentRequirements): Hex =>
  hashTypedData(transferTypedData(message, requirements));

export function paymentOf(message: TransferMessage, signature: Hex, requirements: PaymentRequirements) {
  const { from, to, nonce, value, validAfter, validBefore } = message;
  const amounts = { value: `${value}`, validAfter: `${validAfter}`, validBefore: `${validBefore}` };
  return {
    x402Version: 2,
    accepted: requirements,
    payload: { signature, authorization: { from, to, nonce, ...amounts } },
  } satisfies PaymentPayload;
}

export async function signedPayment(
  payer: PrivateKeyAccount,
  requirements: PaymentRequirements,
  changes: Partial<TransferMessage> = {},
) {
  const message = transferMessage(payer.address, requirements, changes);
  const signature = await payer.signTypedData(transferTypedData(message, requirements));
  return paymentOf(message, signature, requirements);
}

/** The same by Permit2 and the proxy of x402, as the stock client signs it. */
export async function permit2Payment(
  payer: PrivateKeyAccount,
  requirements: PaymentRequirements,
): Promise<PaymentPayload> {
  const { asset, payTo, amount } = requirements;
  const deadline = Math.floor(Date.now() / 1000) + 300;
  const message = {
    permitted: { token: asset as Address, amount: BigInt(amount) },
    spender: x402ExactPermit2ProxyAddress,
    nonce: BigInt(bytesToHex(randomBytes(32))),
    deadline: BigInt(deadline),
    witness: { to: payTo as Address, validAfter: 0n },
  } as const;
  const signature = await payer.signTypedData({
    domain: { name: 'Permit2', chainId: 31337, verifyingContract: PERMIT2_ADDRESS },
    types: permit2WitnessTypes,
    primaryType: 'PermitWitnessTransferFrom',
    message,
  });
  const permit2Authorization = {
    from: payer.address,
    spender: message.spender,
    permitted: { token: asset, amount },
    nonce: `${message.nonce}`,
    deadline: `${deadline}`,
    witness: { to: payTo, validAfter: '0' },
  };
  return { x402Version: 2, accepted: requirements, payload: { signature, permit2Authorization } };
}

/** The value of the header `payment-signature`. A string is sent as it is. */
export const paymentHeaderOf = (payment: unknown): string =>
  typeof payment === 'string' ? payment : Buffer.from(JSON.stringify(payment)).toString('base64');
