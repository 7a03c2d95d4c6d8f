import { networkOf } from '@labroom/protocol/network-of';
import type { ServiceContext } from '#core/context/context.ts';
import type { ReportedScope } from '#gateway/request-scope.ts';
import { type ErrorCode, ServiceError } from '#platform/errors/errors.ts';
import type { WalletProof } from '../../auth/caller.ts';
import { consumerWithoutCredential } from '../../auth/consumer-credential.ts';
import { answerGraphQL } from '../../graphql/answer.ts';
import type { Executor } from '../../graphql/execute.ts';
import { putLinks } from '../public-data/links.ts';
import { resources } from '../public-data/resources.ts';

/** The request that a tool is called in. */
export interface McpScope extends ReportedScope {
  address: string;
  /** Of the service token, if one was sent. */
  wallet: WalletProof;
}

/** Reads as everyone may, or as the wallet of a service token. It never runs a mutation. */
export interface McpReader {
  /** The data of a query. Throws the first error as `ServiceError`. */
  query(document: string, variables: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** A resource of the public data (docs/specification/public-data.md), by its name. */
  resource(name: string, variables: { oclId: string; [name: string]: unknown }): Promise<object>;
}

const consumer = consumerWithoutCredential('public', []);

interface Failure {
  message: string;
  errorType: ErrorCode;
  errorInfo?: { details?: Record<string, unknown> };
}

export function openReader(
  context: ServiceContext,
  execute: Executor,
  { requestId, address, log, wallet }: McpScope,
): McpReader {
  async function query(document: string, variables: Record<string, unknown>) {
    const scope = {
      ...context,
      ...{ caller: { consumer, wallet }, visitor: networkOf(address), requestId, startedAt: new Date(), log },
    };
    const { body } = await answerGraphQL(execute, { query: document, variables, queriesOnly: true }, scope);
    const { data, errors = [] } = body as { data?: Record<string, unknown> | null; errors?: Failure[] };
    const [failure] = errors;
    if (failure)
      throw new ServiceError(failure.errorType, failure.message, {
        details: failure.errorInfo?.details ?? {},
      });
    return data ?? {};
  }
  return {
    query,
    async resource(name, variables) {
      const resource = resources.find((one) => one.name === name);
      if (!resource) throw new Error(`There is no resource ${name}`);
      const place = { baseUrl: context.config.http.publicUrl, oclId: variables.oclId };
      const found = putLinks(await query(resource.document, variables), place);
      if (found === null) throw new ServiceError('NOT_FOUND', resource.missing ?? 'Not found.');
      return found as object;
    },
  };
}
