import { Readable } from 'node:stream';
import { splitLists } from '@labroom/protocol/access-list';
import DataLoader from 'dataloader';
import { callScopeOf } from '#auth/caller.ts';
import type { RequestContext } from '#core/context/context.ts';
import type { ConditionState } from '#core/context/request-loaders.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { provedWallet } from '../rights/authorize.ts';
import { type ConditionsContext, evaluateFor, storedConditions } from './stored-conditions.ts';

/** Predicates that one request may evaluate to decide which plaintext hashes it shows. */
export const PREDICATES_PER_REQUEST = 32;
const setsAtOnce = 4;

/**
 * Evaluates condition sets (`accessControlConditions` as stored) for the caller's wallet. Evaluates each distinct set
 * at most once per request, within `PREDICATES_PER_REQUEST`, and none without a proved wallet.
 */
export function createOpenConditions(
  context: ConditionsContext & Pick<RequestContext, 'caller' | 'visitor' | 'db' | 'log' | 'signer'>,
) {
  let predicatesLeft = PREDICATES_PER_REQUEST;
  const states = new Map<string, Promise<ConditionState>>();

  function stateOf(wallet: `0x${string}`, text: string): Promise<ConditionState> {
    const state = states.get(text) ?? stateOnce(wallet, text);
    states.set(text, state);
    return state;
  }

  /** Many versions differ only in the list of their file, so what stands before the lists is evaluated once for all of them. */
  async function stateOnce(wallet: `0x${string}`, text: string): Promise<ConditionState> {
    const { base, onLists } = splitLists(text, context.config.chain);
    if (base === null || onLists === null) return evaluated(wallet, text);
    const before = await stateOf(wallet, base);
    if (before === 'met') return 'met';
    const onList = await evaluated(wallet, onLists);
    return onList === 'met' || before !== 'unknown' ? onList : 'unknown';
  }

  async function evaluated(wallet: `0x${string}`, text: string): Promise<ConditionState> {
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
