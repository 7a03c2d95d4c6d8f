import { toPrefixedMessage } from 'viem';
import type { Address } from './networks.ts';

export interface AccountMessage {
  /** The lab account for which the holder signs. */
  account: Address;
  /** The chain of the LabNFT. */
  chainId: number;
  /** The text as a wallet would show it for `personal_sign`. */
  message: string;
}

/**
 * Typed data that the holder of a lab signs (`eth_signTypedData_v4`) so that the lab's account signs a text. The result
 * is the account's ERC-1271 signature for the EIP-191 hash of the text, valid for this account only (ERC-7739,
 * `PersonalSign`). If the holder is a contract, it must accept the hash of this typed data (ERC-1271).
 */
export function accountMessageTypedData({ account, chainId, message }: AccountMessage) {
  return {
    domain: { name: 'LabAccount', version: '1', chainId, verifyingContract: account },
    types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
    primaryType: 'PersonalSign',
    message: { prefixed: toPrefixedMessage(message) },
  } as const;
}
