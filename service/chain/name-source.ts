import type { NameSourceConfig } from '../platform/config/config.ts';
import type { ChainNode } from './chain-client.ts';

/** Contracts that give wallets names, and the node of their chain. */
export interface NameSource extends Omit<NameSourceConfig, 'node'> {
  node: ChainNode;
  /** Whether the chain is another one than that of the environment. */
  isElsewhere: boolean;
}
