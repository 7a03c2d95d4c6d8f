import type { PaymentRequirements } from '@x402/core/types';
import {
  authorizationTypes,
  PERMIT2_ADDRESS,
  permit2WitnessTypes,
  x402ExactPermit2ProxyAddress,
} from '@x402/evm';
import { type Address, type Hex, hashTypedData } from 'viem';
import type { Authorization } from './authorization.ts';

/** The EIP-712 hash that the payer signs: in the domain of the token (EIP-3009), or of Permit2. */
export function hashOfAuthorization(
  authorization: Authorization,
  { network, asset, extra }: PaymentRequirements,
): Hex {
  const chainId = Number(network.slice('eip155:'.length));
  if (authorization.kind === 'permit2') {
    return hashTypedData({
      domain: { name: 'Permit2', chainId, verifyingContract: PERMIT2_ADDRESS },
      types: permit2WitnessTypes,
      primaryType: 'PermitWitnessTransferFrom',
      message: authorization,
    });
  }
  const [name, version] = [String(extra.name), String(extra.version)];
  return hashTypedData({
    domain: { name, version, chainId, verifyingContract: asset as Address },
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message: authorization,
  });
}

/**
 * The x402 reason why an authorization does not match the requirements; `null` if it matches. Does not check the
 * signature.
 */
export function mismatchOf(
  authorization: Authorization,
  { asset, payTo, amount }: PaymentRequirements,
): string | null {
  if (authorization.kind === 'eip3009') {
    if (!isSame(authorization.to, payTo)) return 'invalid_exact_evm_recipient_mismatch';
    if (authorization.value !== BigInt(amount))
      return 'invalid_exact_evm_payload_authorization_value_mismatch';
    return null;
  }
  const { spender, permitted, witness } = authorization;
  if (!isSame(spender, x402ExactPermit2ProxyAddress)) return 'invalid_permit2_spender';
  if (!isSame(witness.to, payTo)) return 'invalid_permit2_recipient_mismatch';
  if (!isSame(permitted.token, asset)) return 'permit2_token_mismatch';
  if (permitted.amount !== BigInt(amount)) return 'permit2_amount_mismatch';
  return null;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
