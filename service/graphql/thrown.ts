import type { GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '#core/context/context.ts';
import { toServiceError } from '#platform/failures/to-service-error.ts';
import { observeOperation } from '../platform/telemetry/observe-operation.ts';
import { logFailure, requireAllowedMutation } from './in-band.ts';

type UseCase<Args, Result> = (context: RequestContext, args: Args) => Promise<Result>;

/**
 * Turns a use case into a query resolver. Errors are thrown as errors of the catalogue, and the HTTP route formats
 * them.
 * @param options.needsToken the query is not public, so a scoped token must name it
 */
export function thrown<Args, Result>(useCase: UseCase<Args, Result>, options: { needsToken?: boolean } = {}) {
  return (_: unknown, args: Args, context: RequestContext, { fieldName }: GraphQLResolveInfo) =>
    observeOperation(fieldName, async (failed): Promise<Result> => {
      try {
        if (options.needsToken) requireAllowedMutation(context, fieldName);
        return await useCase(context, args);
      } catch (error) {
        const known = toServiceError(error);
        failed(known.code);
        logFailure(context, fieldName, known);
        throw known;
      }
    });
}
