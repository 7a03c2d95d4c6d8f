import type { PublicClient } from 'viem';
import type { Address, Network } from '#contracts/networks.ts';
import type { ApiCall } from '#packages/client/execute.ts';
import type { PublicConfig } from '../public-config.tsx';
import type { WalletRuntime } from '../wallet/wallet-store.ts';

/** A lab as its token is concerned. */
export interface TokenizedLab {
  oclId: `0x${string}`;
  /** Token id of the LabNFT. */
  labId: bigint;
  name: string;
}

/** What the way to a token touches. */
export interface TokenizationContext {
  config: PublicConfig;
  network: Network;
  client: PublicClient;
  api: ApiCall;
  lab: TokenizedLab;
  /** The connected wallet. */
  wallet: Address;
}

/** The part of the connected wallet that signs. */
export type TokenizationWallet = Pick<WalletRuntime, 'signMessage' | 'signTypedData'>;

/** The two contracts of a tokenization. Errors: where this chain has none. */
export function tokenizationContracts({ contracts, title }: Network): {
  tokenizer: Address;
  permissioner: Address;
} {
  const { tokenizer, termsPermissioner } = contracts;
  if (!tokenizer || !termsPermissioner) throw new Error(`No tokenizer is deployed on ${title}.`);
  return { tokenizer, permissioner: termsPermissioner };
}
