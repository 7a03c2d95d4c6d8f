import type { PaidMutation } from '#platform/config/paid-mutations.ts';

export interface GraphQLRequest {
  query: string;
  variables?: Record<string, unknown> | undefined;
  operationName?: string | undefined;
  /** Rejects mutations, because `GET` must be safe (RFC 9110, 9.2.1). */
  queriesOnly?: boolean;
}

export interface SomeArguments {
  /** Those that were given. */
  given: Record<string, unknown>;
  /** With defaults; `null` where required ones are missing. */
  complete: Record<string, unknown> | null;
}

/** A call to foresee. Nobody need have proved the wallet. */
export interface AskedCall {
  operation: PaidMutation;
  wallet: string;
  /**
   * The arguments of the mutation's field, coerced by the schema.
   * @throws ServiceError `VALIDATION_FAILED` where the schema rejects them: the answer is then that the call does not run
   */
  readArgs(): object;
}
