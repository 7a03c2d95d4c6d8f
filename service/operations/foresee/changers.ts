import { z } from 'zod';
import type { Changer, ChangerKind } from '#contract/schema.generated.ts';
import { membersOfLabs } from '#core/members/members-of-lab.ts';
import type { CheckContext } from '#core/rights/authorize.ts';
import type { Reason, ServiceError } from '#platform/errors/errors.ts';

/** Who could remove the obstacle. A reason that is not named is the caller's to change: by other arguments, or in another order. */
const kinds: Partial<Record<Reason, readonly ChangerKind[]>> = {
  UNAUTHORIZED: ['OWNER'],
  LAB_NOT_REGISTERED: ['OWNER'],
  QUOTA_EXCEEDED: ['CONTRIBUTOR', 'OPERATOR'],
  PROJECT_CONFLICT: [],
};

const predicatesSchema = z.array(z.object({ met: z.boolean().nullable(), contractAddress: z.string() }));

/** Who could make a refused call run, with the addresses that are known. */
export async function changersOf(
  context: Pick<CheckContext, 'db' | 'chain'>,
  { reason, details }: ServiceError,
  { wallet, oclId }: { wallet: string; oclId: string | null },
): Promise<Changer[]> {
  if (reason !== 'ACCESS_CONDITIONS_NOT_MET')
    return Promise.all(
      (reason && kinds[reason] ? kinds[reason] : (['CALLER'] as const)).map(async (kind) => ({
        kind,
        addresses: kind === 'CALLER' ? [wallet] : await membersWith(context, kind, oclId),
      })),
    );
  const failed = predicatesSchema
    .parse(details?.predicates)
    .filter(({ met }) => met === false)
    .map(({ contractAddress }) => contractAddress.toLowerCase());
  const resolver = context.chain.contracts.accessResolver.toLowerCase();
  const contracts = [...new Set(failed)].filter((address) => address !== resolver);
  return [
    ...(failed.includes(resolver)
      ? [{ kind: 'OWNER' as const, addresses: await membersWith(context, 'OWNER', oclId) }]
      : []),
    ...(contracts.length > 0 ? [{ kind: 'CONTRACT' as const, addresses: contracts }] : []),
  ];
}

const MOST_NAMED = 20;

/** Members of the lab with this role, by the index of events: the chain decides when they act. */
async function membersWith(
  context: Pick<CheckContext, 'db' | 'chain'>,
  role: ChangerKind,
  oclId: string | null,
): Promise<string[]> {
  if (oclId === null || role === 'OPERATOR') return [];
  const members = (await membersOfLabs(context, [oclId])).get(oclId) ?? [];
  return members
    .filter((member) => member.role === role)
    .slice(0, MOST_NAMED)
    .map(({ walletAddress }) => walletAddress);
}
