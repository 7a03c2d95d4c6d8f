import type { ApiCall } from '@labroom/client/execute';
import type { Address, Network } from '@labroom/contracts/networks';
import type { PublicClient } from 'viem';
import type { PublicConfig } from '../config/public-config.tsx';
import type { WalletRuntime } from '../wallet/wallet-store.ts';

/** The lab data that a tokenization needs. */
export interface TokenizedLab {
  oclId: `0x${string}`;
  /** Token id of the LabNFT. */
  labId: bigint;
  name: string;
}

/** Dependencies of a tokenization. */
export interface TokenizationContext {
  config: PublicConfig;
  network: Network;
  client: PublicClient;
  api: ApiCall;
  lab: TokenizedLab;
  /** The connected wallet. */
  wallet: Address;
}

/** The signing functions of the connected wallet. */
export type TokenizationWallet = Pick<WalletRuntime, 'signMessage' | 'signTypedData'>;

/** The two contracts of a tokenization. Errors: `Error` if this chain has none. */
export function tokenizationContracts({ contracts, title }: Network): {
  tokenizer: Address;
  permissioner: Address;
} {
  const { tokenizer, termsPermissioner } = contracts;
  if (!tokenizer || !termsPermissioner) throw new Error(`No tokenizer is deployed on ${title}.`);
  return { tokenizer, permissioner: termsPermissioner };
}
