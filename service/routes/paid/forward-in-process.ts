import { consumerWithoutCredential } from '#auth/consumer-credential.ts';
import type { ServiceContext } from '#core/context/context.ts';
import type { Forward } from '#gateway/forward.ts';
import { scopedToken } from '#gateway/scoped-token.ts';
import { answerGraphQL } from '#graphql/answer.ts';
import type { Executor } from '#graphql/execute.ts';

/** The gateway as a consumer. */
const consumer = consumerWithoutCredential('gateway', null);

/** Runs in this process, with the executor of `/graphql`. */
export function forwardInProcess(context: ServiceContext, execute: Executor): Forward {
  return (request, bought, { requestId, log }) => {
    const caller = { consumer, wallet: { kind: 'service-token', ...scopedToken(bought) } as const };
    const scope = { caller, visitor: undefined, requestId, log, startedAt: new Date() };
    return answerGraphQL(execute, request, { ...context, ...scope });
  };
}
