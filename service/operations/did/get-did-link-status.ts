import { readLabIdentity } from '#chain/lab-nft.ts';
import { countActiveLinks } from '#chain/projections/derive-did-links.ts';
import type { DidLinkStatusResult, QueryGetDidLinkStatusArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { findLab } from '#core/labs/lab-rows.ts';
import { oclNotFound } from '#core/labs/require-registered-lab.ts';
import { parseOclId } from '#platform/input/input.ts';
import { findDidLink } from './did-link-store.ts';

const messages = {
  PENDING: 'The DIDs of this lab are waiting to be linked.',
  SUBMITTED: 'The link was sent to the chain.',
  LINKED: 'The DIDs of this lab are linked.',
  FAILED: 'The DIDs of this lab could not be linked.',
} as const;

/** State of the linking of a lab's DIDs. Public. */
export async function getDidLinkStatus(
  context: RequestContext,
  args: QueryGetDidLinkStatusArgs,
): Promise<DidLinkStatusResult> {
  const { db, chain } = context;
  const id = parseOclId(args);
  const lab = await findLab(db, id);
  if (!lab && !(await readLabIdentity(chain, id))) throw oclNotFound(id);
  const link = lab && (await findDidLink(db, id));
  return {
    message: link ? messages[link.status] : 'The lab is not registered. Linking starts after createLab.',
    didLinkStatus: {
      oclId: id,
      status: link?.status ?? null,
      userOpHash: link?.userOpHash ?? null,
      txHash: link?.txHash ?? null,
      accountDid: lab?.accountDid ?? null,
      dataRoomDid: lab?.dataRoomDid ?? null,
      linkedDidCount: await countActiveLinks(db, chain.chainId, id),
      attempts: link?.attempts ?? 0,
      updatedAt: link?.updatedAt ?? null,
    },
  };
}
