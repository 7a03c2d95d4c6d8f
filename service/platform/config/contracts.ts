import {
  type Manifest,
  ManifestError,
  manifestFrom,
  networkOf,
  publishedManifest,
} from '@labroom/contracts/manifest';
import type { Network } from '@labroom/contracts/networks';
import { chainIds } from '@labroom/protocol/environments';
import type { Env } from './env.ts';

/**
 * Returns the deployment of the contracts that `CONTRACTS` names. With a problem, it is the published one, so that the
 * other settings can be checked as well.
 */
export function decideContracts({ LABROOM_ENVIRONMENT, CONTRACTS }: Env): {
  manifest: Manifest;
  network: Network;
  problems: string[];
} {
  const chainId = chainIds[LABROOM_ENVIRONMENT];
  try {
    const manifest = manifestFrom(CONTRACTS, chainId);
    return { manifest, network: networkOf(manifest, chainId), problems: [] };
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    const manifest = publishedManifest(chainId);
    const network = networkOf(manifest, chainId);
    return { manifest, network, problems: [`CONTRACTS: the manifest ${error.message}`] };
  }
}
