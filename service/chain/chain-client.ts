import type { ChainId, ContractAddresses } from '@labroom/contracts/networks';
import type { Address, PublicClient } from 'viem';
import type { HeadGuard } from './head-guard.ts';
import type { UntrustedCalls } from './untrusted-calls.ts';

/** The clients of one configured node. */
export interface ChainNode {
  /** For contracts that the configuration names, within a request. */
  node: PublicClient;
  /** For blocks and logs, which may take long, in the background. */
  history: PublicClient;
  /** For untrusted contracts: separate connections, small answers, no retries. Use `callUntrustedContract`. */
  untrustedNode: PublicClient;
  untrusted: UntrustedCalls;
  /** Rejects answers of a node that lags. */
  head: HeadGuard;
  /** Contracts that the configuration names and that conditions call. Their calls skip the queue. */
  trusted: readonly Address[];
}

export interface ChainClient extends ChainNode {
  chainId: ChainId;
  contracts: ContractAddresses;
  /** A second node, if configured. Reads of history are compared with it. */
  witness?: PublicClient | undefined;
}
