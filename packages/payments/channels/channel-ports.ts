import type { Address, Hex } from 'viem';
import type { PaymentNode } from '../facilitators/payment-node.ts';
import type { ChannelTerms } from './channel-config.ts';
import type { ChannelStore } from './channel-store.ts';

/** What channels need of the seller's program. */
export interface ChannelPorts {
  terms: ChannelTerms;
  /** Keys that authorize claims. New channels name the first; those of the others are still claimed. */
  keys: readonly [Hex, ...Hex[]];
  store: ChannelStore;
  chain: Pick<PaymentNode, 'node' | 'history'>;
  /** The key that signed a hash, lowercase, exactly as contracts decide it; `null` for another form of a signature. */
  signerOf(hash: Hex, signature: Hex): Address | null;
}
