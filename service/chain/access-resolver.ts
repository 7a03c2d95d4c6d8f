import type { Address } from 'viem';
import { accessResolverAbi } from '../../contracts/abi.generated.ts';
import { decodeOclId, normalizeOclId } from '../../contracts/ocl-id.ts';
import type { ChainClient } from './chain-client.ts';
import { readTogether } from './read-together.ts';

export type Role = 'OWNER' | 'CONTRIBUTOR' | 'VIEWER';

/** As the access resolver numbers them. */
const viewer = 1;
const contributor = 2;

/**
 * The strongest role of a wallet in a lab at this moment, as the access resolver sees it; `null` for none, and for an
 * `oclId` that the chain does not confirm. Three questions, in one call of the node.
 * @throws OclIdError when the id is malformed, ServiceError `UPSTREAM_UNAVAILABLE`
 */
export async function readRole(
  chain: ChainClient,
  { oclId, wallet }: { oclId: string; wallet: Address },
): Promise<Role | null> {
  const id = normalizeOclId(oclId);
  const resolver = { address: chain.contracts.accessResolver, abi: accessResolverAbi } as const;
  const [mayView, mayContribute, isOwner] = await readTogether(chain, [
    { ...resolver, functionName: 'hasRole', args: [id, wallet, viewer] },
    { ...resolver, functionName: 'hasRole', args: [id, wallet, contributor] },
    { ...resolver, functionName: 'isAuthorizedSignerForTba', args: [wallet, decodeOclId(id).account] },
  ]);
  // A revert here says that the id is forged; the question about the account alone would not notice.
  if (mayView === null) return null;
  if (isOwner) return 'OWNER';
  if (mayContribute) return 'CONTRIBUTOR';
  return mayView ? 'VIEWER' : null;
}
