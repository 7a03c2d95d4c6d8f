import type { Controller } from '#lib/tokenize/controller.ts';
import type { TokenOnChain } from '#lib/tokenize/token-on-chain.ts';
import type { LabOfToken } from './lab-of-token.ts';

/** What a change of the supply is given. */
export interface SupplyProps {
  lab: LabOfToken;
  token: TokenOnChain;
  control: Controller;
  /** Lowercase. */
  wallet: `0x${string}`;
  /** The supply, or the right to change it, is another. */
  onChanged: () => void;
}
