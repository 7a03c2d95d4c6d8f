import { CallRejectedError } from '@labroom/payments';
import type { ErrorCode, Reason, ServiceError } from '#platform/errors/errors.ts';

/** A rejection in the codes and reasons of the schema. */
export type SchemaRejection = CallRejectedError<ErrorCode, Reason>;

/** 400 with the error that the mutation itself would report in-band. */
export function badArguments({ code, message, reason, details }: ServiceError): SchemaRejection {
  return new CallRejectedError<ErrorCode, Reason>(400, code, message, { reason, details });
}
