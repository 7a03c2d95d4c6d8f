import { z } from 'zod';
import { currentSignInMessage } from '../auth/sign-in-message.ts';
import type { RequestContext } from '../context.ts';
import { parseInput, walletAddress } from '../input.ts';
import type { QueryGetServiceSignInMessageArgs, ServiceSignInMessage } from '../schema.generated.ts';

/** A label of 1 to 100 printable characters. */
export const serviceName = z
  .string()
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u, { error: 'must be 1 to 100 printable characters' });

const argsSchema = z.object({ walletAddress, serviceName });

export async function getServiceSignInMessage(
  context: RequestContext,
  args: QueryGetServiceSignInMessageArgs,
): Promise<ServiceSignInMessage> {
  const input = parseInput(argsSchema, args);
  return { message: await currentSignInMessage(context, input.walletAddress, input.serviceName) };
}
