import { Readable } from 'node:stream';
import DataLoader from 'dataloader';
import { callScopeOf } from '#auth/caller.ts';
import type { AccessConditions } from '#chain/conditions/conditions.ts';
import { evaluateConditions, type Verdict } from '#chain/conditions/evaluate-conditions.ts';
import { parseConditions } from '#chain/conditions/parse-conditions.ts';
import type { RequestContext } from '#core/context/context.ts';
import type { ConditionState } from '#core/context/request-loaders.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { provedWallet } from '../rights/authorize.ts';

/** Predicates that one request may evaluate to decide which plaintext hashes it shows. */
export const PREDICATES_PER_REQUEST = 32;
const setsAtOnce = 4;

type Caller = Pick<RequestContext, 'config' | 'chain'>;

/** Parses the `accessControlConditions` of a stored version. */
export function storedConditions({ config }: Caller, text: string): AccessConditions {
  return parseConditions(text, { chain: config.chain.name });
}

/** Evaluates a version's conditions for a wallet: the one decision behind its key and its plaintext hash. */
export function evaluateFor(
  context: Caller,
  conditions: AccessConditions,
  question: Parameters<typeof evaluateConditions>[2],
): Promise<Verdict> {
  return evaluateConditions(context.chain, conditions, question);
}

/**
 * Evaluates condition sets (`accessControlConditions` as stored) for the caller's wallet. Evaluates each distinct set
 * at most once per request, within `PREDICATES_PER_REQUEST`, and none without a proved wallet.
 */
export function createOpenConditions(
  context: Caller & Pick<RequestContext, 'caller' | 'visitor' | 'db' | 'log' | 'signer'>,
) {
  let predicatesLeft = PREDICATES_PER_REQUEST;

  async function stateOf(wallet: `0x${string}`, text: string): Promise<ConditionState> {
    try {
      const conditions = storedConditions(context, text);
      if (conditions.predicates.length > predicatesLeft) return 'unknown';
      predicatesLeft -= conditions.predicates.length;
      const question = { userAddress: wallet, scope: callScopeOf(context) };
      return (await evaluateFor(context, conditions, question)).met ? 'met' : 'not met';
    } catch (error) {
      if (!(error instanceof ServiceError)) context.log.error({ err: error }, 'conditions not evaluated');
      return 'unknown';
    }
  }

  return new DataLoader<string, ConditionState>(async (texts) => {
    const wallet = await provedWallet(context).catch(ignoreOutage);
    // A signer that could not be asked about is not one that was rejected.
    if (!wallet) return texts.map(() => (wallet === null ? 'not met' : 'unknown'));
    const evaluate = (text: string) => stateOf(wallet, text);
    return Readable.from(texts).map(evaluate, { concurrency: setsAtOnce }).toArray();
  });
}

function ignoreOutage(error: unknown): undefined {
  if (!(error instanceof ServiceError)) throw error;
}
