import { toPrefixedMessage } from 'viem';
import type { Address } from './networks.ts';

export interface AccountMessage {
  /** The lab's bound account, in whose name the signature shall count. */
  account: Address;
  /** The chain of the LabNFT. */
  chainId: number;
  /** The text as a wallet would show it for `personal_sign`. */
  message: string;
}

/**
 * What the holder of a lab signs (`eth_signTypedData_v4`) where the lab's account is asked to sign a text. The bare
 * result is the account's ERC-1271 signature for the EIP-191 hash of the text, and counts for this account alone
 * (ERC-7739, `PersonalSign`). A holder that is a contract answers for the hash of this typed data instead.
 */
export function accountMessageTypedData({ account, chainId, message }: AccountMessage) {
  return {
    domain: { name: 'LabAccount', version: '1', chainId, verifyingContract: account },
    types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
    primaryType: 'PersonalSign',
    message: { prefixed: toPrefixedMessage(message) },
  } as const;
}
