import type { Endpoint } from './actors.ts';

interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads answers as the program would that has only the text of the schema.
  body: any;
}

/** How a caller proves to be a wallet: a service token, or headers that stand beside the credential or in its place. */
export type Proof = string | Record<string, string>;

/** One POST to `/graphql`, without any client library. */
export async function post(
  service: Endpoint,
  query: string,
  variables: Record<string, unknown> = {},
  proof: Proof = {},
): Promise<Answer> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: service.credential,
      ...(typeof proof === 'string' ? { 'x-service-token': proof } : proof),
    },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** The `data` of an answer that must have no top-level errors. */
export async function ask(...args: Parameters<typeof post>) {
  const { status, body } = await post(...args);
  if (status !== 200 || body.errors) throw new Error(`HTTP ${status}: ${JSON.stringify(body.errors)}`);
  return body.data;
}
