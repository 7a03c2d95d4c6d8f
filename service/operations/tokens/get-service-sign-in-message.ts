import { z } from 'zod';
import { admitMutation } from '#auth/admit-mutation.ts';
import { currentSignInMessage, serviceName } from '#auth/sign-in-message.ts';
import type { QueryGetServiceSignInMessageArgs, ServiceSignInMessage } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { parseInput, walletAddress } from '#platform/input/input.ts';

const argsSchema = z.object({ walletAddress, serviceName });

/** Stores the message, so its rate limit is that of a mutation, although the name says `get`. */
export async function getServiceSignInMessage(
  context: RequestContext,
  args: QueryGetServiceSignInMessageArgs,
): Promise<ServiceSignInMessage> {
  const input = parseInput(argsSchema, args);
  const { walletAddress, serviceName } = input;
  return admitMutation(context, () => currentSignInMessage(context, walletAddress, serviceName));
}
