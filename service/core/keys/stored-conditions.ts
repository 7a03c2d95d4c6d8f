import type { AccessConditions } from '#chain/conditions/conditions.ts';
import { evaluateConditions, type Verdict } from '#chain/conditions/evaluate-conditions.ts';
import { parseConditions } from '#chain/conditions/parse-conditions.ts';
import type { RequestContext } from '#core/context/context.ts';

export type ConditionsContext = Pick<RequestContext, 'config' | 'chain'>;

/** Parses the `accessControlConditions` of a stored version. */
export function storedConditions({ config }: ConditionsContext, text: string): AccessConditions {
  return parseConditions(text, { chain: config.chain.name });
}

/** Evaluates a version's conditions for a wallet: the one decision behind its key and its plaintext hash. */
export function evaluateFor(
  context: ConditionsContext,
  conditions: AccessConditions,
  question: Parameters<typeof evaluateConditions>[2],
): Promise<Verdict> {
  return evaluateConditions(context.chain, conditions, question);
}
