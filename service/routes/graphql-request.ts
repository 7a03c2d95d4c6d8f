import { z } from 'zod';
import type { GraphQLRequest } from '#core/ports/operations.ts';

const bodySchema = z.object({
  query: z.string().min(1),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

/** A GraphQL request, a sentence that says why it is invalid, or the hash of a document in the place of one. */
type ParsedRequest = { request: GraphQLRequest } | { rejected: string } | 'persisted';

/** What stands in the place of a document that a server is expected to know by its hash. */
const persistedSchema = z.object({ persistedQuery: z.object({}) });
const isPersisted = (query: unknown, extensions: unknown) =>
  !query && persistedSchema.safeParse(extensions).success;

/** Reads the body of a `POST`, parsed from JSON. */
export function readBody(body: unknown): ParsedRequest {
  if (Array.isArray(body))
    return { rejected: 'Batches are not supported. Send one JSON object per request.' };
  const { query: document, extensions } = Object(body) as Record<string, unknown>;
  if (isPersisted(document, extensions)) return 'persisted';
  const parsed = bodySchema.safeParse(body);
  if (parsed.success) {
    const { query, variables, operationName } = parsed.data;
    return { request: requestOf(query, variables, operationName) };
  }
  const [field] = parsed.error.issues[0]?.path ?? [];
  return {
    rejected:
      field === undefined || field === 'query'
        ? 'Send one JSON object with the GraphQL document in "query".'
        : `"${String(field)}" must be ${field === 'operationName' ? 'a string' : 'an object'} or null.`,
  };
}

/**
 * Reads the query parameters of a `GET`. Only `query`, `variables`, `operationName` and `extensions` count, each at most
 * once.
 */
export function readUrl(parameters: unknown): ParsedRequest {
  const { query, variables, operationName, extensions } = parameters as Record<
    string,
    string | string[] | undefined
  >;
  for (const [name, value] of Object.entries({ query, variables, operationName, extensions }))
    if (Array.isArray(value)) return { rejected: `The URL has the parameter "${name}" more than once.` };
  if (isPersisted(query, parseJson(extensions?.toString()))) return 'persisted';
  if (!query) return { rejected: 'Send the GraphQL document in the URL parameter "query", or use POST.' };
  const parsed = z.record(z.string(), z.unknown()).nullable().safeParse(parseJson(variables?.toString()));
  if (!parsed.success) return { rejected: 'The URL parameter "variables" must be a JSON object.' };
  return { request: requestOf(query.toString(), parsed.data, operationName?.toString()) };
}

function requestOf(
  query: string,
  variables: Record<string, unknown> | null | undefined,
  operationName: string | null | undefined,
): GraphQLRequest {
  // An empty operation name in a URL counts as absent.
  return { query, variables: variables ?? undefined, operationName: operationName || undefined };
}

function parseJson(text: string | undefined): unknown {
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
