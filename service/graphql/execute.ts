import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { RequestContext } from '../context.ts';
import { createLoaders } from './loaders.ts';

export interface GraphQLRequest {
  query: string;
  variables?: Record<string, unknown> | undefined;
  operationName?: string | undefined;
}

/** A request that was not executed at all: it does not parse, validate, name an operation or fit its variables. */
export interface RefusedRequest {
  refused: readonly GraphQLError[];
}

export type Outcome = RefusedRequest | { result: ExecutionResult };
export type Executor = (
  request: GraphQLRequest,
  context: Omit<RequestContext, 'loaders'>,
) => Promise<Outcome>;

interface Entry {
  document: DocumentNode;
  uses: number;
  compiled: CompiledQuery | undefined;
}

/** Documents kept, and the use at which one is worth compiling (0.2 ms). */
const CACHED_DOCUMENTS = 500;
const COMPILE_AT = 3;

/**
 * Runs GraphQL requests: for HTTP and, in process, for whoever else needs the same execution. Documents are parsed and
 * validated once and compiled when they come again; the cache is bounded and keyed by operation too, as a compiled
 * document is one operation of it.
 */
export function createExecutor(schema: GraphQLSchema, options: { introspection: boolean }): Executor {
  const cache = new Map<string, Entry>();
  const rules = options.introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];

  function prepare({ query, operationName }: GraphQLRequest): Entry | RefusedRequest {
    const key = `${operationName ?? ''}\n${query}`;
    const known = cache.get(key);
    if (known) {
      // Re-inserted, so that the map's first key is always the one unused for longest.
      cache.delete(key);
      cache.set(key, known);
      return known;
    }
    const document = parseOrRefuse(query);
    if ('refused' in document) return document;
    const refused = validate(schema, document, rules, { hideSuggestions: !options.introspection });
    if (refused.length > 0) return { refused };
    const entry: Entry = { document, uses: 0, compiled: undefined };
    cache.set(key, entry);
    const [oldest] = cache.keys();
    if (cache.size > CACHED_DOCUMENTS && oldest !== undefined) cache.delete(oldest);
    return entry;
  }

  function compile(entry: Entry, operationName: string | undefined): CompiledQuery | undefined {
    entry.uses += 1;
    if (entry.uses === COMPILE_AT) {
      const compiled = compileQuery(schema, entry.document, operationName);
      if (isCompiledQuery(compiled)) entry.compiled = compiled;
    }
    return entry.compiled;
  }

  return async (request, base) => {
    const entry = prepare(request);
    if ('refused' in entry) return entry;
    const { document } = entry;
    const { operationName, variables = {} } = request;
    const context: RequestContext = { ...base, loaders: createLoaders(base) };
    const compiled = getOperationAST(document, operationName) ? compile(entry, operationName) : undefined;
    const result = compiled
      ? await compiled.query(undefined, context, variables)
      : await execute({ schema, document, contextValue: context, variableValues: variables, operationName });
    // Without a `data` key nothing was executed: no such operation, or variables that do not coerce.
    return result.data === undefined ? { refused: result.errors ?? [] } : { result };
  };
}

function parseOrRefuse(query: string): DocumentNode | RefusedRequest {
  try {
    return parse(query, { maxTokens: 10_000 });
  } catch (error) {
    return { refused: [error as GraphQLError] };
  }
}
