import type { Address } from 'viem';
import { z } from 'zod';
import type {
  Foresight,
  MutationCreateAnnouncementArgs,
  MutationCreateLabArgs,
  MutationDecryptDataKeyArgs,
  MutationFinishCreateOrUpdateFileArgs,
  MutationInitiateCreateOrUpdateFileArgs,
} from '#contract/schema.generated.ts';
import { namedLab } from '#core/labs/named-lab.ts';
import { requiresIntent } from '#core/payments/requires-intent.ts';
import type { AskedCall } from '#core/ports/operations.ts';
import type { CheckContext } from '#core/rights/authorize.ts';
import type { PaidMutation } from '#platform/config/paid-mutations.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { parseInput, walletAddress } from '#platform/input/input.ts';
import { changersOf } from './changers.ts';

interface ArgsOf {
  createLab: MutationCreateLabArgs;
  initiateCreateOrUpdateFile: MutationInitiateCreateOrUpdateFileArgs;
  finishCreateOrUpdateFile: MutationFinishCreateOrUpdateFileArgs;
  createAnnouncement: MutationCreateAnnouncementArgs;
  generateDataEncryptionKey: object;
  decryptDataKey: MutationDecryptDataKeyArgs;
}

/** What each use case refuses, by its own functions. They write nothing and return no secret. */
export type UseCaseChecks = {
  readonly [Name in PaidMutation]: (
    context: CheckContext,
    wallet: Address,
    args: ArgsOf[Name],
  ) => Promise<void>;
};

/**
 * Tells whether a paid call of this wallet would run now, by the checks of the use case itself
 * (docs/specification/gateway.md#foresee). Contract calls count against who asks, never against the wallet that is asked
 * about.
 * @throws ServiceError `VALIDATION_FAILED`, reason `INVALID_ADDRESS`; what keeps the question from being answered now:
 *   `UPSTREAM_UNAVAILABLE`, `RATE_LIMITED`
 */
export async function foresee(
  context: CheckContext,
  { operation, wallet: named, readArgs }: AskedCall,
  checks: UseCaseChecks,
): Promise<Foresight> {
  const { wallet } = parseInput(z.object({ wallet: walletAddress }), { wallet: named });
  const { prices, network, asset } = context.config.gateway;
  const check = checks[operation] as (context: CheckContext, wallet: Address, args: object) => Promise<void>;
  let args: object = {};
  const cost = async () => {
    const call = { mutation: operation, wallet, oclId: namedLab(args) };
    return { price: prices[operation], network, asset, requiresIntent: await requiresIntent(context, call) };
  };
  try {
    args = readArgs();
    await check(context, wallet, args);
    return { ...(await cost()), runs: true, changeableBy: [] };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.retryable) throw error;
    const { code, reason, message, details } = error;
    const changeableBy = await changersOf(context, error, { wallet, oclId: namedLab(args) });
    return {
      ...(await cost()),
      runs: false,
      code,
      reason,
      message,
      predicates: details?.predicates,
      changeableBy,
    };
  }
}
