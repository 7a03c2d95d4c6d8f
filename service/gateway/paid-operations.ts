import type { Foresight } from '#contract/schema.generated.ts';
import type { AskedCall, GraphQLRequest, SomeArguments } from '#core/ports/operations.ts';
import type { CheckContext } from '#core/rights/authorize.ts';
import type { PaidMutation } from '../platform/config/paid-mutations.ts';
import type { SchemaRejection } from './bad-arguments.ts';

/** Throws a `ServiceError` where the arguments name another wallet than the payer's. */
export type RequirePayer = (payer: string) => void;

/** Why a document is not executed. */
export interface RejectedDocument {
  code: SchemaRejection['code'];
  message: string;
  errors: SchemaRejection['errors'];
}

/** The mutations that the gateway sells, as it reads, checks and foresees them. Nothing of this runs one. */
export interface PaidOperations {
  /** Maximum number of tokens of a document. */
  readonly maxTokens: number;
  /** The arguments of a mutation with one top-level field, coerced by the schema, or why it would be rejected. */
  readArguments(
    request: GraphQLRequest,
    requestId: string,
  ): { args: Record<string, unknown> } | { rejected: RejectedDocument };
  /**
   * Coerces arguments of a mutation, of which some may be missing.
   * @throws ServiceError `VALIDATION_FAILED` for a value that a document with it would be rejected for
   */
  readSome(mutation: PaidMutation, values: Record<string, unknown>): SomeArguments;
  /**
   * Checks coerced arguments by the use case itself, without the chain and the database.
   * @returns a check against the payer, for when the payer is known
   * @throws ServiceError
   */
  checkArguments(mutation: PaidMutation, args: Record<string, unknown>): Promise<RequirePayer>;
  /** Tells whether a call would run now. @throws ServiceError if that cannot be answered */
  foresee(context: CheckContext, call: AskedCall): Promise<Foresight>;
}
