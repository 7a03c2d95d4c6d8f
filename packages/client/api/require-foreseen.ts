import { ForeseeDocument, type PaidOperation } from '../documents/documents.generated.ts';
import { LabroomError } from './api-failure.ts';
import type { ApiCall } from './execute.ts';

export interface PlannedCall {
  operation: PaidOperation;
  /** The arguments of the mutation, by name. */
  variables: Record<string, unknown>;
  /** Who would call. */
  wallet: string;
}

/**
 * Asks whether a call would run now, before something is done for it that cannot be taken back. Writes nothing. Errors: `LabroomError`
 * with the code, reason and message of the refusal; `details.changeableBy` says who could change it.
 */
export async function requireForeseen(
  call: ApiCall,
  { operation, variables, wallet }: PlannedCall,
): Promise<void> {
  const asked = { operation, variables: JSON.stringify(variables), wallet };
  const { runs, code, message, reason, predicates, changeableBy } = (await call(ForeseeDocument, asked))
    .foresee;
  if (runs) return;
  throw new LabroomError({
    code: code ?? 'INTERNAL_ERROR',
    message: message ?? `${operation} would fail.`,
    details: JSON.stringify({ reason, predicates, changeableBy }),
  });
}
