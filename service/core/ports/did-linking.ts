import type { Address, PrivateKeyAccount } from 'viem';
import type { AttesterName } from '#platform/config/secrets.ts';
import type { Attester } from './attester.ts';
import type { Bundler } from './bundler.ts';

/** Configuration of DID linking. Without it labs stay queued. */
export interface DidLinking {
  registry: Address;
  /** The ERC-4337 account that has the relayer's role. */
  account: Address;
  relayer: PrivateKeyAccount;
  attesters: Record<AttesterName, Attester>;
  bundler: Bundler;
  timing: DidLinkingTiming;
}

interface DidLinkingTiming {
  /** After the first failure of a lab; doubled with every further one. */
  retryMs: number;
  /** Interval between two checks of an operation. */
  checkMs: number;
  /** Time after which an operation without a trace is sent again. */
  patienceMs: number;
}
