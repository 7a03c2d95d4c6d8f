import type { GraphQLRequest } from '#core/ports/operations.ts';
import type { PaidMutation } from '#platform/config/paid-mutations.ts';
import type { SchemaRejection } from './bad-arguments.ts';

/** Throws a `ServiceError` where the arguments name another wallet than the payer's. */
export type RequirePayer = (payer: string) => void;

/** Why a document is not executed. */
interface RejectedDocument {
  code: SchemaRejection['code'];
  message: string;
  errors: SchemaRejection['errors'];
}

/** The mutations that the gateway sells, as it reads and checks them. Nothing of this runs one. */
export interface CallRules {
  /** Maximum number of tokens of a document. */
  readonly maxTokens: number;
  /** The arguments of a mutation with one top-level field, coerced by the schema, or why it would be rejected. */
  readArguments(
    request: GraphQLRequest,
    requestId: string,
  ): { args: Record<string, unknown> } | { rejected: RejectedDocument };
  /** The same arguments with the oclIds of labs that they name by a short name. */
  withOclIds(args: Record<string, unknown>): Promise<Record<string, unknown>>;
  /**
   * Checks coerced arguments by the use case itself, without the chain and the database.
   * @returns a check against the payer, for when the payer is known
   * @throws ServiceError
   */
  checkArguments(mutation: PaidMutation, args: Record<string, unknown>): Promise<RequirePayer>;
}
