import { consumerWithoutCredential } from '#auth/consumer-credential.ts';
import type { ServiceContext } from '#core/context/context.ts';
import type { PaidOperations } from '#gateway/paid-operations.ts';
import { payersScope } from '#gateway/payers-scope.ts';
import type { RefuseForeseen } from '#gateway/sell-call.ts';
import { thrownBody } from '#graphql/thrown-body.ts';
import { type ErrorCode, type Reason, ServiceError } from '#platform/errors/errors.ts';
import { toServiceError } from '#platform/failures/to-service-error.ts';

/** HTTP status of a refusal by its code; 400 of the others. */
const statuses: Partial<Record<ErrorCode, number>> = {
  UNAUTHENTICATED: 401,
  UNAUTHORIZED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  FAILED_PRECONDITION: 409,
  RATE_LIMITED: 429,
};

/**
 * Refuses calls of payers that `foresee` says would be refused, so that nobody is charged for them (docs/specification/gateway.md#outcomes).
 * A call that cannot be foreseen now is refused too: it can be sent again with the same payment.
 */
export function foreseenRefusals(
  context: ServiceContext,
  { foresee }: Pick<PaidOperations, 'foresee'>,
): RefuseForeseen {
  const consumer = consumerWithoutCredential(payersScope.consumer, []);
  return async ({ name, args }, { payer }, { requestId, log }) => {
    // It needs a wallet and nothing else.
    if (name === 'generateDataEncryptionKey') return null;
    const caller = { consumer, wallet: { kind: 'none' } as const };
    try {
      const foreseen = await foresee(
        { ...context, caller, visitor: payer },
        { operation: name, wallet: payer, readArgs: () => args },
      );
      if (foreseen.runs) return null;
      const { code, reason, message, predicates, changeableBy } = foreseen;
      const details = {
        reason: (reason ?? undefined) as Reason | undefined,
        predicates: predicates ?? undefined,
        changeableBy,
      };
      return refusalOf(code as ErrorCode, message ?? 'The call would be refused.', requestId, details);
    } catch (error) {
      const { code, message, details, retryAfterSeconds = 1 } = toServiceError(error);
      if (!(error instanceof ServiceError)) log.error({ err: error }, 'a paid call could not be foreseen');
      return { ...refusalOf(code, message, requestId, details, 503), retryAfterSeconds };
    }
  };
}

function refusalOf(
  code: ErrorCode,
  message: string,
  requestId: string,
  details: Parameters<typeof thrownBody>[3],
  otherwise = 400,
) {
  const { errors } = thrownBody(code, message, requestId, details);
  return { status: statuses[code] ?? otherwise, body: { isSuccess: false, message, errors } };
}
