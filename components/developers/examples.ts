import type { Arguments } from '#lib/developers/example-arguments.ts';
import type { Operation } from '#lib/developers/operation.ts';

/** Endpoints that the examples use. */
export interface Endpoints {
  graphqlUrl: string;
  /** `{origin}/{stage}`. */
  gatewayUrl: string;
}

export const languages = [
  { id: 'curl', name: 'curl' },
  { id: 'typescript', name: 'TypeScript' },
] as const;

/**
 * A curl command that runs unchanged if `LABROOM_CREDENTIAL` is set, and `LABROOM_TOKEN` for calls that need a wallet.
 */
export function curlExample(operation: Operation, args: Arguments, { graphqlUrl }: Endpoints): string {
  const query = operation.query.replace(/\s+/g, ' ').trim();
  const variables = Object.keys(args).length > 0 ? `,\n "variables": ${JSON.stringify(args)}` : '';
  const headers = [
    'authorization: $LABROOM_CREDENTIAL',
    ...(['CONSUMER', 'SIGNATURE', 'SIGN_IN'].includes(operation.access)
      ? []
      : ['x-service-token: $LABROOM_TOKEN']),
    'content-type: application/json',
  ];
  return [
    `curl -sS ${graphqlUrl} \\`,
    ...headers.map((header) => `  -H "${header}" \\`),
    "  --data-binary @- <<'JSON'",
    `{"query": ${JSON.stringify(query)}${variables}}`,
    'JSON',
  ].join('\n');
}

/** A program that imports `labroom.ts` (see `clientExample`). */
export function typescriptExample(operation: Operation, args: Arguments): string {
  const { document, name } = operation;
  const [imports, constant] = document
    ? [`import { ${document.constant} } from './packages/client/documents.generated.ts';`, document.constant]
    : ["import { gql } from '@urql/core';", 'document'];
  const variables = document
    ? Object.fromEntries(
        Object.entries(document.variables)
          .map(([variable, place]) => [variable, valueAt(args, place)] as const)
          .filter(([, value]) => value !== undefined),
      )
    : args;
  return [
    imports,
    "import { api } from './labroom.ts';",
    '',
    ...(document ? [] : [`const document = gql\`${operation.query.replace(/^/gm, '  ').trim()}\`;`]),
    `const { ${name} } = await api(${constant}, ${literal(variables)});`,
    `console.log(${name});`,
  ].join('\n');
}

/** `labroom.ts`, imported by the TypeScript examples: this project's client, in a clone of the repository. */
export function clientExample({ graphqlUrl }: Endpoints): string {
  return `import { createClient, fetchExchange } from '@urql/core';
import { type ApiCall, execute } from './packages/client/execute.ts';

const { LABROOM_CREDENTIAL = '', LABROOM_TOKEN } = process.env;
const client = createClient({
  url: '${graphqlUrl}',
  exchanges: [fetchExchange],
  fetchOptions: {
    headers: {
      authorization: LABROOM_CREDENTIAL,
      ...(LABROOM_TOKEN && { 'x-service-token': LABROOM_TOKEN }),
    },
  },
});

// Throws LabroomError, for thrown errors and in-band ones alike.
export const api: ApiCall = (document, variables) => execute(client, document, variables);`;
}

function valueAt(args: Arguments, place: readonly string[]): unknown {
  return place.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? (value as Arguments)[name] : undefined),
    args,
  );
}

/** JSON in handwritten style: unquoted keys, strings in single quotes. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const entries = Object.entries(value).map(([key, entry]) => `${inner}${key}: ${literal(entry, inner)},\n`);
  return entries.length > 0 ? `{\n${entries.join('')}${indent}}` : '{}';
}
