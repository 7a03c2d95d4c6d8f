import { z } from 'zod';
import { admitMutation } from '#service/auth/admit-mutation.ts';
import { currentSignInMessage, serviceName } from '#service/auth/sign-in-message.ts';
import type {
  QueryGetServiceSignInMessageArgs,
  ServiceSignInMessage,
} from '#service/contract/schema.generated.ts';
import type { RequestContext } from '#service/core/context/context.ts';
import { parseInput, walletAddress } from '#service/platform/input/input.ts';

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
