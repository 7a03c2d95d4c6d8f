import type { ChainId } from '@labroom/contracts/networks';
import { answerOf } from './credential.ts';

/** What a program must know of a service before it can sign in. */
export interface DiscoveredService {
  chainId: ChainId;
  /** Host of the web app, with its port. Signed messages name it. */
  site: string;
  /** The contract that keeps the roles of labs. */
  accessResolver: `0x${string}`;
}

/** Reads what a service says of itself (docs/specification/discovery.md). Needs no credential. Errors: `LabroomError`. */
export async function discoverService(graphqlUrl: string): Promise<DiscoveredService> {
  const [{ site, chainId }, { contracts }] = await Promise.all([
    answerOf<Pick<DiscoveredService, 'site' | 'chainId'>>(fetch(new URL('/credentials', graphqlUrl))),
    answerOf<{ contracts: { AccessResolver: { address: `0x${string}` } } }>(
      fetch(new URL('/contracts.json', graphqlUrl)),
    ),
  ]);
  return { chainId, site, accessResolver: contracts.AccessResolver.address };
}
