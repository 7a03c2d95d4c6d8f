import { consumerWithoutCredential } from '#service/auth/consumer-credential.ts';
import type { ServiceContext } from '#service/core/context/context.ts';
import type { Forward } from '#service/gateway/forward.ts';
import { answerGraphQL } from '#service/graphql/answer.ts';
import type { Executor } from '#service/graphql/execute.ts';

/** The gateway as a consumer. */
const consumer = consumerWithoutCredential('gateway', null);

/** Runs in this process, with the executor of `/graphql`. */
export function forwardInProcess(context: ServiceContext, execute: Executor): Forward {
  return (request, token, { requestId, log }) => {
    const caller = { consumer, wallet: { kind: 'service-token', ...token } as const };
    const scope = { caller, visitor: undefined, requestId, log, startedAt: new Date() };
    return answerGraphQL(execute, request, { ...context, ...scope });
  };
}
