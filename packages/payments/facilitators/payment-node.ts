import type { Address, Hex, PublicClient } from 'viem';

/** A hash, as an address is said to have signed it. */
export interface SignedHash {
  address: Address;
  hash: Hex;
  signature: Hex;
}

/** A node of the network of payments. Payers can be untrusted contracts: whoever implements it limits what their code costs. */
export interface PaymentNode {
  /** For tokens and other contracts that the seller chose. */
  node: PublicClient;
  /** For logs, which may take long. */
  history: PublicClient;
  /**
   * Whether the address signed the hash: with its key, as a deployed account (ERC-1271), or as one that is not deployed yet (ERC-6492).
   * @throws if the node does not answer
   */
  isSigned(signed: SignedHash): Promise<boolean>;
}

/** A node for a facilitator that sends transactions itself. */
export interface SendingNode extends PaymentNode {
  /**
   * Calls a contract without changing anything.
   * @param payer a contract whose code can run in the call
   * @throws if the node does not answer
   */
  simulate(call: {
    to: Address;
    data: Hex;
    payer: Address | null;
  }): Promise<{ kind: 'returned'; data: Hex } | { kind: 'failed'; failure: string }>;
  /** Whether an error of the node, or of `simulate`, leaves open what the contract would answer. */
  isUnanswered(error: unknown): boolean;
}
