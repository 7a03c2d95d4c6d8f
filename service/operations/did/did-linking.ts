import { privateKeyToAccount } from 'viem/accounts';
import type { ChainClient } from '#chain/chain-client.ts';
import type { DidLinking } from '#core/ports/did-linking.ts';
import type { Config } from '#platform/config/config.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import { openAttester } from './attesters/open-attester.ts';
import { entryPointBundler } from './entry-point-bundler.ts';
import { remoteBundler } from './remote-bundler.ts';

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
