import type { Stack } from './stack.ts';

type RequestScope = Pick<Stack, 'url' | 'credential'>;

export function graphqlRequest(
  { credential }: RequestScope,
  query: string,
  variables: Record<string, unknown>,
) {
  const headers = { 'content-type': 'application/json', authorization: credential };
  return { method: 'POST', headers, body: JSON.stringify({ query, variables }) } as const;
}

export async function askText(
  stack: RequestScope,
  query: string,
  variables: Record<string, unknown>,
  token?: string,
): Promise<string> {
  const request = graphqlRequest(stack, query, variables);
  const headers = { ...request.headers, ...(token && { 'x-service-token': token }) };
  const response = await fetch(`${stack.url}/graphql`, { ...request, headers });
  const text = await response.text();
  if (response.status !== 200 || text.includes('"errors"'))
    throw new Error(`${query}: ${text.slice(0, 300)}`);
  return text;
}
