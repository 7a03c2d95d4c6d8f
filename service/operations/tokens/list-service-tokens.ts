import type {
  QueryServiceTokensArgs,
  ServiceTokenProof,
  ServiceTokensPage,
} from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireWallet } from '#core/rights/authorize.ts';
import { listTokens } from '#core/tokens/token-store.ts';
import { clampPage, pageInfoOf } from '#platform/input/page.ts';

const proofs = {
  'key-signature': 'KEY_SIGNATURE',
  'contract-signature': 'CONTRACT_SIGNATURE',
  signature: 'SIGNATURE',
  'user-token': 'USER_TOKEN',
} as const satisfies Record<string, ServiceTokenProof>;

/** The tokens of the caller's wallet, newest first. */
export async function listServiceTokens(
  context: RequestContext,
  args: QueryServiceTokensArgs,
): Promise<ServiceTokensPage> {
  const wallet = await requireWallet(context);
  const { wallet: bearer } = context.caller;
  const currentId = bearer.kind === 'service-token' ? bearer.tokenId : undefined;
  const paging = clampPage(args, { default: 20, max: 100 });
  const onlyLive = args.onlyLive ?? false;
  const { tokens, totalCount } = await listTokens(context.db, wallet, { ...paging, onlyLive });
  const nodes = tokens.map(({ id, authMethod, serviceName, createdAt, expiresAt, revokedAt }) => ({
    tokenId: id,
    serviceName,
    proof: proofs[authMethod],
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    isCurrent: id === currentId,
  }));
  return { nodes, totalCount, pageInfo: pageInfoOf(paging, totalCount) };
}
