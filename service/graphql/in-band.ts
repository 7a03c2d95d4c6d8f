import type { GraphQLResolveInfo } from 'graphql';
import { signerCheck } from '#auth/confirm-signer.ts';
import type { ApiError } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { withOclIds } from '#core/labs/name-labs.ts';
import { ServiceError, wireDetails } from '#platform/errors/errors.ts';
import { toServiceError } from '#platform/failures/to-service-error.ts';
import { admitMutation } from '../auth/admit-mutation.ts';
import { observeOperation } from '../platform/telemetry/observe-operation.ts';
import { noteLab } from '../platform/telemetry/request-facts.ts';
import { mayRememberSigner } from './contract.ts';

type UseCase<Args, Result> = (context: RequestContext, args: Args) => Promise<Result>;

/**
 * Turns a use case into a mutation resolver that reports failure in-band (docs/specification/wire.md#answers): `error` is
 * the catalogued error, `message` its text if the result has one, every other field `null` unless `onFailure` sets it.
 */
export function inBand<Args, Result extends object, Failure extends object>(
  useCase: UseCase<Args, Result>,
  onFailure?: Failure,
) {
  return (
    _: unknown,
    args: Args & object,
    context: RequestContext,
    { fieldName, path, schema }: GraphQLResolveInfo,
  ) =>
    answering(context, { fieldName, path }, onFailure, async () => {
      const named = await withOclIds(context.db, args);
      noteLab(named);
      requireConsumerScope(context, fieldName, named);
      requireAllowedMutation(context, fieldName);
      const signer = signerCheck(mayRememberSigner(schema, fieldName) ? 'recent' : 'now');
      return admitMutation(context, () => useCase({ ...context, signer }, named));
    });
}

/** As `inBand`, for a public query whose result has `error` too. */
export function inBandQuery<Args, Result extends object, Failure extends object>(
  useCase: UseCase<Args, Result>,
  onFailure: Failure,
) {
  return (
    _: unknown,
    args: Args,
    context: RequestContext,
    at: Pick<GraphQLResolveInfo, 'fieldName' | 'path'>,
  ) => answering(context, at, onFailure, () => useCase(context, args));
}

function answering<Result extends object, Failure extends object>(
  context: RequestContext,
  { fieldName, path }: Pick<GraphQLResolveInfo, 'fieldName' | 'path'>,
  onFailure: Failure | undefined,
  run: () => Promise<Result>,
) {
  return observeOperation(fieldName, async (failed) => {
    try {
      return { ...(await run()), error: null };
    } catch (thrown) {
      const error = toServiceError(thrown);
      failed(error.code, error.reason);
      logFailure(context, fieldName, error);
      context.inBandErrors.set(String(path.key), error);
      const failure = { ...onFailure, ...error.resultFields } as Failure;
      return { message: error.message, ...failure, error: toApiError(error, context.requestId) };
    }
  });
}

/** An error as clients read it. */
export function toApiError(error: ServiceError, requestId: string): ApiError {
  return {
    code: error.code,
    message: error.message,
    requestId,
    retryable: error.retryable,
    details: error.details ? JSON.stringify(wireDetails(error.details)) : null,
  };
}

/** Logs faults of the service and its upstreams, not errors of the caller. */
export function logFailure(context: RequestContext, operation: string, error: ServiceError): void {
  const level = error.code === 'INTERNAL_ERROR' ? 'error' : error.retryable ? 'warn' : 'debug';
  context.log[level](
    { operation, code: error.code, reason: error.reason, err: error.cause },
    'operation failed',
  );
}

const tokenOperations = [
  'generateServiceToken',
  'extendServiceToken',
  'revokeServiceToken',
  'revokeAllServiceTokens',
  'serviceTokens',
];

/** A credential for some labs allows only mutations that name one of them. */
function requireConsumerScope(
  { caller: { consumer } }: RequestContext,
  mutation: string,
  args: object,
): void {
  const { allowedMutations, allowedLabs } = consumer;
  const isAllowed = allowedMutations?.includes(mutation) ?? true;
  if (isAllowed && (allowedLabs === null || isWithin(allowedLabs, labsOf(args)))) return;
  const what = isAllowed ? `${mutation} in this lab` : mutation;
  const message = `This consumer credential does not allow ${what}. Use another credential.`;
  throw new ServiceError('UNAUTHORIZED', message, { reason: 'CREDENTIAL_SCOPE' });
}

const isWithin = (allowed: readonly string[], labs: string[]) =>
  labs.length > 0 && labs.every((lab) => allowed.includes(lab.toLowerCase()));

/** The labs that arguments name. */
function labsOf(args: { oclId?: unknown; input?: unknown }): string[] {
  const inner = typeof args.input === 'object' ? args.input : null;
  const named = [args.oclId, inner && 'oclId' in inner ? inner.oclId : undefined];
  return named.filter((lab) => typeof lab === 'string');
}

/**
 * A scoped token may call only the mutations that it names, and no token operations, so it cannot extend its own
 * rights.
 */
export function requireAllowedMutation({ caller }: RequestContext, mutation: string): void {
  const { wallet } = caller;
  if (wallet.kind !== 'service-token' || !wallet.allowedMutations) return;
  if (wallet.allowedMutations.includes(mutation) && !tokenOperations.includes(mutation)) return;
  throw new ServiceError(
    'UNAUTHORIZED',
    `This service token does not allow ${mutation}. Use another token.`,
    {
      reason: 'MUTATION_NOT_ALLOWED',
    },
  );
}
