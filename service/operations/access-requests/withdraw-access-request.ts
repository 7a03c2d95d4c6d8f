import { z } from 'zod';
import type { MutationWithdrawAccessRequestArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { requireWallet } from '#core/rights/authorize.ts';
import { parseInput } from '#platform/input/input.ts';
import { requestClosed, requestNotFound } from './deciders.ts';
import { requestId } from './input.ts';
import { closeRequest, findRequest } from './request-store.ts';

const argsSchema = z.object({ id: requestId });

/** Withdraws an open request of the caller's wallet. */
export async function withdrawAccessRequest(
  context: RequestContext,
  args: MutationWithdrawAccessRequestArgs,
) {
  const { id } = parseInput(argsSchema, args);
  const wallet = await requireWallet(context);
  const request = await findRequest(context.db, id);
  if (request?.wallet !== wallet) throw requestNotFound();
  const withdrawn = await closeRequest(context.db, id, { state: 'WITHDRAWN' });
  if (!withdrawn) throw requestClosed((await findRequest(context.db, id))?.state ?? request.state);
  return { request: withdrawn, message: 'The request was withdrawn.' };
}
