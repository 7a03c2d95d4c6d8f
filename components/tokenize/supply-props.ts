import type { Controller } from '#lib/tokenize/controller.ts';
import type { TokenOnChain } from '#lib/tokenize/token-on-chain.ts';
import type { LabOfToken } from './lab-of-token.ts';

/** Props of a supply change. */
export interface SupplyProps {
  lab: LabOfToken;
  token: TokenOnChain;
  control: Controller;
  /** Lowercase. */
  wallet: `0x${string}`;
  /** Called when the supply, or the right to change it, has changed. */
  onChanged: () => void;
}
