import type { GraphQLResolveInfo } from 'graphql';
import { guardedQueries } from '#contract/contract.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { withOclIds } from '#core/labs/name-labs.ts';
import { toServiceError } from '#platform/failures/to-service-error.ts';
import { observeOperation } from '../platform/telemetry/observe-operation.ts';
import { noteLab } from '../platform/telemetry/request-facts.ts';
import { logFailure, requireAllowedMutation } from './in-band.ts';

const guarded: ReadonlySet<string> = new Set(guardedQueries);

type UseCase<Args, Result> = (context: RequestContext, args: Args) => Promise<Result>;

/**
 * Turns a use case into a query resolver. Errors are thrown as errors of the catalogue, and the HTTP route formats
 * them. A service token that is limited to some operations must name a query that is not public.
 */
export function thrown<Args, Result>(useCase: UseCase<Args, Result>) {
  return (_: unknown, args: Args, context: RequestContext, { fieldName }: GraphQLResolveInfo) =>
    observeOperation(fieldName, async (failed): Promise<Result> => {
      try {
        if (guarded.has(fieldName)) requireAllowedMutation(context, fieldName);
        const named = await withOclIds(context.db, args);
        noteLab(named);
        return await useCase(context, named);
      } catch (error) {
        const known = toServiceError(error);
        failed(known.code, known.reason);
        logFailure(context, fieldName, known);
        throw known;
      }
    });
}
