import type { Arguments } from '#lib/developers/example-arguments.ts';
import type { Operation } from '#lib/developers/operation.ts';

const needsWallet = ({ access }: Operation) => !['CONSUMER', 'SIGNATURE', 'SIGN_IN'].includes(access);

/**
 * A curl command that runs unchanged if `LABROOM_CREDENTIAL` is set, and `LABROOM_TOKEN` for calls that need a wallet.
 */
export function curlExample(operation: Operation, args: Arguments, graphqlUrl: string): string {
  const query = operation.query.replace(/\s+/g, ' ').trim();
  const variables = Object.keys(args).length > 0 ? `,\n "variables": ${JSON.stringify(args)}` : '';
  const headers = [
    'authorization: $LABROOM_CREDENTIAL',
    ...(needsWallet(operation) ? ['x-service-token: $LABROOM_TOKEN'] : []),
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

/** A program beside `labroom.ts` of `examples/tasks/`. */
export function typescriptExample(operation: Operation, args: Arguments): string {
  const { document, name } = operation;
  const [imports, constant] = document
    ? [`import { ${document.constant} } from '@labroom/client/documents';`, document.constant]
    : ["import { gql } from '@urql/core';", 'document'];
  const variables = document
    ? Object.fromEntries(
        Object.entries(document.variables)
          .map(([variable, place]) => [variable, valueAt(args, place)] as const)
          .filter(([, value]) => value !== undefined),
      )
    : args;
  const [client, session] = needsWallet(operation)
    ? ['owner', ['const owner = await labroom.signIn(wallet);']]
    : ['labroom', []];
  return [
    imports,
    `import { ${session.length > 0 ? 'labroom, wallet' : 'labroom'} } from './labroom.ts';`,
    '',
    ...(document ? [] : [`const document = gql\`${operation.query.replace(/^/gm, '  ').trim()}\`;`]),
    ...session,
    `const { ${name} } = await ${client}.call(${constant}, ${literal(variables)});`,
    `console.log(${name});`,
  ].join('\n');
}

/** A program beside `labroom.py` of `examples/tasks/`. */
export function pythonExample(operation: Operation, args: Arguments): string {
  const session = needsWallet(operation);
  const query = operation.query.trim();
  const given = Object.entries(args).map(([name, value]) => `, ${name}=${pythonLiteral(value)}`);
  return [
    `from labroom import api${session ? ', sign_in' : ''}`,
    '',
    ...(session ? ['sign_in()'] : []),
    `print(api('''${query}'''${given.join('')}))`,
  ].join('\n');
}

function valueAt(args: Arguments, place: readonly string[]): unknown {
  return place.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? (value as Arguments)[name] : undefined),
    args,
  );
}

/** JSON in handwritten style: unquoted keys, strings in single quotes. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const entries = Object.entries(value).map(([key, entry]) => `${inner}${key}: ${literal(entry, inner)},\n`);
  return entries.length > 0 ? `{\n${entries.join('')}${indent}}` : '{}';
}

function pythonLiteral(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return value === null ? 'None' : JSON.stringify(value);
  const entries = Object.entries(value).map(([key, entry]) => `${quoted(key)}: ${pythonLiteral(entry)}`);
  return `{${entries.join(', ')}}`;
}

const quoted = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
