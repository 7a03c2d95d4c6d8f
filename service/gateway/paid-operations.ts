import type { Foresight } from '#contract/schema.generated.ts';
import type { AskedCall, SomeArguments } from '#core/ports/operations.ts';
import type { CheckContext } from '#core/rights/authorize.ts';
import type { PaidMutation } from '#platform/config/paid-mutations.ts';
import type { CallRules } from './call-rules.ts';

/** The mutations that the gateway sells, as it reads, checks and foresees them. */
export interface PaidOperations extends CallRules {
  /**
   * Coerces arguments of a mutation, of which some may be missing.
   * @throws ServiceError `VALIDATION_FAILED` for a value that a document with it would be rejected for
   */
  readSome(mutation: PaidMutation, values: Record<string, unknown>): SomeArguments;
  /** Tells whether a call would run now. @throws ServiceError if that cannot be answered */
  foresee(context: CheckContext, call: AskedCall): Promise<Foresight>;
}
