import { accessDeclineMessage, accessRequestLimits } from '@labroom/protocol/access-request';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { callScopeOf } from '#auth/caller.ts';
import { readRole } from '#chain/access-resolver.ts';
import type { MutationDeclineAccessRequestArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { findFileByDid } from '#core/files/file-store.ts';
import { notify } from '#core/notices/notify.ts';
import { requireSignedMessage, signature, signedBy, siteOf } from '#core/rights/signed-message.ts';
import { parseInput } from '#platform/input/input.ts';
import { requestClosed, requestNotFound, requireDecider } from './deciders.ts';
import { requestId, signedTextOf } from './input.ts';
import { type AccessRequestRow, closeRequest, findRequest } from './request-store.ts';

const argsSchema = z.object({
  input: z.object({ ...signedBy, id: requestId, reason: signedTextOf(accessRequestLimits.reason) }),
  signature,
});

/** Declines an open request, by the signature of a wallet that may grant the role at this moment. */
export async function declineAccessRequest(context: RequestContext, args: MutationDeclineAccessRequestArgs) {
  const { input, signature } = parseInput(argsSchema, args);
  const { wallet, issuedAt, id, reason } = input;
  const request = await findRequest(context.db, id);
  if (!request) throw requestNotFound();
  const { oclId, wallet: asker } = request as AccessRequestRow & Record<'oclId' | 'wallet', `0x${string}`>;
  const message = accessDeclineMessage(
    {
      chainId: context.config.chain.id,
      site: siteOf(context),
      wallet,
      issuedAt: issuedAt.toISOString(),
    },
    { oclId, request: id, asker, reason },
  );
  await requireSignedMessage(context, { wallet, issuedAt, signature, message });
  await requireDecider(context, request, wallet);
  if (request.state !== 'OPEN') throw requestClosed(request.state);
  if (await isGrantedOnChain(context, request)) throw requestClosed('GRANTED');

  const declined = await context.db.transaction(async (tx) => {
    const row = await closeRequest(tx, id, {
      state: 'DECLINED',
      decidedBy: wallet,
      decidedAt: sql`clock_timestamp()`,
      reason,
      declineSignature: signature,
      declineIssuedAt: issuedAt,
    });
    if (!row) throw requestClosed((await findRequest(tx, id))?.state ?? 'gone');
    const file = row.ref ? await findFileByDid(tx, row.oclId, row.ref) : null;
    await notify(tx, [row.wallet], {
      kind: 'ACCESS_DECLINED',
      oclId: row.oclId,
      subject: { requestId: id, by: wallet, ...(file && { ref: file.did, path: file.path }) },
      key: `declined:${id}`,
    });
    return row;
  });
  return { request: declined, message: 'The request was declined.' };
}

/** Whether another decider's grant is in a block that is not indexed yet. A renewal cannot be told from the role before it. */
async function isGrantedOnChain(context: RequestContext, request: AccessRequestRow): Promise<boolean> {
  if (request.heldExpiry !== null) return false;
  const { oclId, role } = request;
  const wallet = request.wallet as `0x${string}`;
  const held = await readRole(context.chain, { oclId, wallet }, { ...callScopeOf(context), wallet });
  return held !== null && (held !== 'VIEWER' || role === 'VIEWER');
}
