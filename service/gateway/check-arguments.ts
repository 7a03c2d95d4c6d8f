import { ServiceError } from '#platform/errors/errors.ts';
import type { PaidMutation } from '../platform/config/paid-mutations.ts';
import { badArguments } from './bad-arguments.ts';
import type { CallRules, RequirePayer } from './call-rules.ts';

/**
 * Checks the arguments of a paid mutation without the chain and the database.
 * @param args coerced by the schema
 * @returns a check against the payer, for when the payer is known
 * @throws CallRejectedError 400, as the returned check does
 */
export async function checkArguments(
  operations: Pick<CallRules, 'checkArguments'>,
  mutation: PaidMutation,
  args: Record<string, unknown>,
): Promise<RequirePayer> {
  try {
    const requirePayer = await operations.checkArguments(mutation, args);
    return (payer) => {
      try {
        requirePayer(payer);
      } catch (error) {
        throw asCallError(error);
      }
    };
  } catch (error) {
    throw asCallError(error);
  }
}

function asCallError(error: unknown): unknown {
  return error instanceof ServiceError ? badArguments(error) : error;
}
