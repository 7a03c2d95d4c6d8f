import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { signerCheck } from '#auth/confirm-signer.ts';
import type { GraphQLRequest, SomeArguments } from '#core/ports/operations.ts';
import type { ServiceError } from '#platform/errors/errors.ts';
import { type EndedToken, endedTokenIn, endedTokenOf } from '../auth/ended-token.ts';
import type { Database } from '../platform/db/database.ts';
import { coerceArguments, coerceSome, isPartial } from './coerce-arguments.ts';
import { ceiling, costOf, refuseByCost, refuseByForm, rootFieldsOf, tooManyTokens } from './complexity.ts';
import { isRunAgain } from './contract.ts';
import { type CostReport, reportCost } from './cost-report.ts';
import { type Deprecation, deprecationIn } from './deprecation.ts';
import { createLoaders, type RequestBase, type ResolverContext } from './loaders.ts';
import { type CutDocument, cutBelow } from './query-depth.ts';

/** A request that was not executed. */
export interface RefusedRequest {
  refused: readonly GraphQLError[];
  /**
   * `COMPLEXITY_LIMIT_EXCEEDED`: the document is too large. `VALIDATION_FAILED`: it does not parse or validate, names
   * no operation, or has invalid variables.
   */
  code: 'COMPLEXITY_LIMIT_EXCEEDED' | 'VALIDATION_FAILED';
  /** Absent: 400. */
  status?: 405;
}

export interface ExecutedRequest {
  result: ExecutionResult;
  /** The in-band errors of mutations, by response key. */
  inBandErrors: ReadonlyMap<string, ServiceError>;
  /** Of a query whose service token does not hold: what everyone may read was answered. */
  endedToken?: EndedToken | null;
}

export type Outcome = RefusedRequest | ExecutedRequest;

export interface Executor {
  (request: GraphQLRequest, context: RequestBase): Promise<Outcome>;
  /**
   * Validates a mutation with one top-level field without executing it. Returns the coerced arguments of the field, or
   * why the request would be rejected.
   */
  readArguments(request: GraphQLRequest): RefusedRequest | { args: Record<string, unknown> };
  /**
   * Coerces arguments of a mutation, of which some may be missing.
   * @throws ServiceError `VALIDATION_FAILED` for a value that a document with it would be rejected for
   */
  readSome(mutation: string, values: Record<string, unknown>): SomeArguments;
  /** What the request costs; `null` if it is refused. */
  cost(request: GraphQLRequest): CostReport | null;
  /** What is known of a request before it is executed. */
  facts(request: GraphQLRequest): Facts;
}

interface Facts {
  /** Weight of the request for rate limits: the number of root fields of its operation, at least 1. */
  rootFields: number;
  /**
   * How the same request is answered a second time under its `Idempotency-Key`. `kept`: as the first time. `fresh`: it runs
   * again, like queries and mutations with `@runsAgain`. `mixed`: it has mutations of both kinds.
   */
  answers: 'kept' | 'fresh' | 'mixed';
  deprecation: Deprecation | null;
}

export interface ExecutorOptions {
  /** Whether introspection is allowed and errors may suggest names of the schema. */
  introspection: boolean;
  /** Maximum depth of a response; `null`: unlimited. */
  maxDepth: number | null;
}

interface Entry {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  /** Whether the cost depends on the variables and may be too high for some of them. */
  costVaries: boolean;
  cut: CutDocument | null;
  facts: Facts;
  /** Whether a replica may answer. */
  isRead: boolean;
  uses: number;
  compiled: CompiledQuery | undefined;
}

/** Queries that write to the database. */
const writingQueries = new Set(['getServiceSignInMessage']);
const isWriting = (name: string) => writingQueries.has(name);

/** Number of cached documents, their maximum length, and the use at which a document is compiled (0.2 ms). */
const CACHED_DOCUMENTS = 500;
const CACHED_LENGTH = 16_384;
const COMPILE_AT = 3;

/**
 * Executes GraphQL requests, for the HTTP routes and for the gateway. Documents are parsed and validated once and
 * compiled when they are used repeatedly. The cache is bounded. Its key includes the operation, because a compiled
 * document is one operation.
 */
export function createExecutor(schema: GraphQLSchema, options: ExecutorOptions): Executor {
  const cache = new Map<string, Entry>();
  const rules = options.introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];

  function prepare({ query, operationName }: GraphQLRequest): Entry | RefusedRequest {
    // The length prefix makes the key unambiguous: two requests must never share an entry.
    const key = `${operationName?.length ?? ''} ${operationName ?? ''}${query}`;
    const known = cache.get(key);
    if (known) {
      // Re-inserted, so that the map's first key is always the least recently used one.
      cache.delete(key);
      cache.set(key, known);
      return known;
    }
    const document = parseOrRefuse(query);
    if ('refused' in document) return document;
    // Before validation, the slowest part: some of its rules compare every pair of fields.
    const tooComplex = refuseByForm(document);
    if (tooComplex) return complexityExceeded(tooComplex);
    const refused = validate(schema, document, rules, {
      hideSuggestions: !options.introspection,
      maxErrors: 20,
    });
    if (refused.length > 0) return { refused, code: 'VALIDATION_FAILED' };
    const operation = getOperationAST(document, operationName);
    if (!operation) {
      const noSuch = new GraphQLError('operationName must name one operation of the document.');
      return { refused: [noSuch], code: 'VALIDATION_FAILED' };
    }
    if (operation.operation === 'subscription') {
      const unsupported = new GraphQLError('Subscriptions are not supported. Send a query or a mutation.');
      return { refused: [unsupported], code: 'VALIDATION_FAILED' };
    }
    const entry: Entry = {
      document,
      operation,
      costVaries: refuseByCost(costOf(schema, document, operation)) !== null,
      facts: factsOf(document, operation),
      isRead: operation.operation === 'query' && !rootFieldsOf(document, operation).some(isWriting),
      cut: options.maxDepth === null ? null : cutBelow(document, operation, options.maxDepth),
      uses: 0,
      compiled: undefined,
    };
    if (query.length > CACHED_LENGTH) return entry;
    cache.set(key, entry);
    const [oldest] = cache.keys();
    if (cache.size > CACHED_DOCUMENTS && oldest !== undefined) cache.delete(oldest);
    return entry;
  }

  function factsOf(document: DocumentNode, operation: OperationDefinitionNode): Facts {
    const names = rootFieldsOf(document, operation);
    const fresh = operation.operation === 'query' ? names : names.filter((name) => isRunAgain(schema, name));
    const answers = fresh.length === names.length ? 'fresh' : fresh.length === 0 ? 'kept' : 'mixed';
    return { rootFields: names.length, answers, deprecation: deprecationIn(schema, document) };
  }

  function compile(entry: Entry, document: DocumentNode, operationName?: string): CompiledQuery | undefined {
    entry.uses += 1;
    if (entry.uses === COMPILE_AT) {
      const compiled = compileQuery(schema, document, operationName);
      if (isCompiledQuery(compiled)) entry.compiled = compiled;
    }
    return entry.compiled;
  }

  function prepareWithVariables(request: GraphQLRequest): Entry | RefusedRequest {
    const entry = prepare(request);
    if ('refused' in entry || !entry.costVaries) return entry;
    const tooCostly = refuseByCost(costOf(schema, entry.document, entry.operation, request.variables ?? {}));
    return tooCostly ? complexityExceeded(tooCostly) : entry;
  }

  function readArguments(request: GraphQLRequest): RefusedRequest | { args: Record<string, unknown> } {
    const entry = prepareWithVariables(request);
    if ('refused' in entry) return entry;
    const { variableDefinitions = [], selectionSet } = entry.operation;
    const hideSuggestions = !options.introspection;
    const { errors, coerced } = getVariableValues(schema, variableDefinitions, request.variables ?? {}, {
      maxErrors: 10,
      hideSuggestions,
    });
    if (errors) return { refused: errors, code: 'VALIDATION_FAILED' };
    const [field] = selectionSet.selections;
    const definition =
      field?.kind === Kind.FIELD ? schema.getMutationType()?.getFields()[field.name.value] : undefined;
    if (field?.kind !== Kind.FIELD || !definition) return notOneMutation();
    try {
      return { args: getArgumentValues(definition, field, coerced) };
    } catch (error) {
      // A nullable variable was used for a required argument.
      return { refused: [error as GraphQLError], code: 'VALIDATION_FAILED' };
    }
  }

  function readSome(mutation: string, values: Record<string, unknown>): SomeArguments {
    const field = schema.getMutationType()?.getFields()[mutation];
    if (!field) throw new Error(`The schema has no mutation ${mutation}`);
    const given = coerceSome(field, values);
    return { given, complete: isPartial(field, values) ? null : coerceArguments(field, values) };
  }

  const executeRequest = async (request: GraphQLRequest, base: RequestBase): Promise<Outcome> => {
    const entry = prepareWithVariables(request);
    if ('refused' in entry) return entry;
    const { operationName, variables = {}, queriesOnly } = request;
    if (queriesOnly && entry.operation.operation !== 'query') {
      const unsafe = new GraphQLError('A mutation cannot be sent by GET. Use POST.');
      return { refused: [unsafe], code: 'VALIDATION_FAILED', status: 405 };
    }
    const { cut } = entry;
    const document = cut?.document ?? entry.document;
    const inBandErrors = new Map<string, ServiceError>();
    const compiled = compile(entry, document, operationName);
    // Mutations replace it (`inBand`).
    const signer = signerCheck('recent');
    const run = (db: Database) => {
      const reading = { ...base, db, signer };
      const context: ResolverContext = { ...reading, loaders: createLoaders(reading), inBandErrors };
      if (compiled) return compiled.query(undefined, context, variables);
      return execute({
        schema,
        document,
        contextValue: context,
        variableValues: variables,
        operationName,
        hideSuggestions: !options.introspection,
      });
    };
    const { data, errors = [] } = entry.isRead
      ? await base.replicas.read(base.db, base.log, async (db) => run(db))
      : await run(base.db);
    // Without a `data` key nothing was executed: the variables are invalid.
    if (data === undefined) return { refused: errors, code: 'VALIDATION_FAILED' };
    return {
      result: { data, errors: cut && data ? [...errors, ...cut.restore(data)] : errors },
      inBandErrors,
      endedToken:
        entry.operation.operation === 'query'
          ? (endedTokenOf(base.caller) ?? (await signer.done?.then(() => null, endedTokenIn)))
          : null,
    };
  };
  function facts(request: GraphQLRequest): Facts {
    const entry = prepare(request);
    return 'refused' in entry ? { rootFields: 1, answers: 'fresh', deprecation: null } : entry.facts;
  }
  function cost(request: GraphQLRequest): CostReport | null {
    const entry = prepare(request);
    return 'refused' in entry ? null : reportCost(schema, entry, request.variables ?? {}, options.maxDepth);
  }
  return Object.assign(executeRequest, { readArguments, readSome, facts, cost });
}

function notOneMutation(): RefusedRequest {
  return { refused: [new GraphQLError('Send a mutation with one field.')], code: 'VALIDATION_FAILED' };
}

function complexityExceeded(message: string): RefusedRequest {
  return { refused: [new GraphQLError(message)], code: 'COMPLEXITY_LIMIT_EXCEEDED' };
}

function parseOrRefuse(query: string): DocumentNode | RefusedRequest {
  try {
    return parse(query, { maxTokens: ceiling.tokens });
  } catch (error) {
    const failure = error as GraphQLError;
    // The parser marks this error by its message only.
    return /Document contains more th\w+ \d+ tokens/.test(failure.message)
      ? complexityExceeded(tooManyTokens())
      : { refused: [failure], code: 'VALIDATION_FAILED' };
  }
}
