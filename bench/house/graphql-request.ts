import type { House } from './house.ts';

type Asking = Pick<House, 'url' | 'credential'>;

/** What `fetch` and autocannon send for a query. */
export function graphqlRequest({ credential }: Asking, query: string, variables: Record<string, unknown>) {
  const headers = { 'content-type': 'application/json', authorization: credential };
  return { method: 'POST', headers, body: JSON.stringify({ query, variables }) } as const;
}

/** The body of an answer without errors. */
export async function askText(
  house: Asking,
  query: string,
  variables: Record<string, unknown>,
  token?: string,
): Promise<string> {
  const request = graphqlRequest(house, query, variables);
  const headers = { ...request.headers, ...(token && { 'x-service-token': token }) };
  const response = await fetch(`${house.url}/graphql`, { ...request, headers });
  const text = await response.text();
  if (response.status !== 200 || text.includes('"errors"'))
    throw new Error(`${query}: ${text.slice(0, 300)}`);
  return text;
}
