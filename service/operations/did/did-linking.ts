import type { Address, PrivateKeyAccount } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { ChainClient } from '#service/chain/chain-client.ts';
import type { AttesterName } from '#service/platform/config/attesters.ts';
import type { Config } from '#service/platform/config/config.ts';
import type { Secrets } from '#service/platform/config/secrets.ts';
import type { Attester } from './attesters/attester.ts';
import { openAttester } from './attesters/open-attester.ts';
import type { Bundler } from './bundler.ts';
import { entryPointBundler } from './entry-point-bundler.ts';
import { remoteBundler } from './remote-bundler.ts';

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

export interface DidLinkingTiming {
  /** After the first failure of a lab; doubled with every further one. */
  retryMs: number;
  /** Interval between two checks of an operation. */
  checkMs: number;
  /** Time after which an operation without a trace is sent again. */
  patienceMs: number;
}

export async function createDidLinking(
  { didLinking, kms }: Pick<Config, 'didLinking' | 'kms'>,
  { didLinking: keys }: Pick<Secrets, 'didLinking'>,
  chain: ChainClient,
): Promise<DidLinking | null> {
  if (didLinking.kind === 'off' || !keys) return null;
  const { registry, account, bundlerUrl, timing } = didLinking;
  const relayer = privateKeyToAccount(keys.relayer);
  return {
    registry,
    account,
    relayer,
    attesters: {
      data: await openAttester('data', keys.attesters.data, kms.aws),
      service: await openAttester('service', keys.attesters.service, kms.aws),
    },
    bundler: bundlerUrl ? remoteBundler(chain, bundlerUrl) : entryPointBundler(chain, relayer),
    timing,
  };
}
