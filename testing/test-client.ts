import { type DocumentNode, print } from 'graphql';
import type { Endpoint } from './actors.ts';

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads answers as the program would that has only the text of the schema.
  body: any;
}

/** How a caller proves to be a wallet: a service token, or headers that stand beside the credential or in its place. */
export type Proof = string | Record<string, string>;

/** A service, or a client that sends to one in its own way. */
export type Api = Endpoint | { post(query: string, variables: object, proof?: Proof): Promise<Answer> };

export const textOf = (document: string | DocumentNode): string =>
  typeof document === 'string' ? document : print(document);

/** One POST to `/graphql`, without any client library. */
export async function post(
  service: Api,
  document: string | DocumentNode,
  variables: object = {},
  proof: Proof = {},
): Promise<Answer> {
  const query = textOf(document);
  if ('post' in service) return service.post(query, variables, proof);
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
export async function ask(...args: Parameters<typeof post>): Promise<Answer['body']> {
  const { status, body } = await post(...args);
  if (status !== 200 || body.errors)
    throw new Error(`HTTP ${status}: ${JSON.stringify(body.errors ?? body)}`);
  return body.data;
}

export async function resultOf(...args: Parameters<typeof post>): Promise<Answer['body']> {
  return Object.values(await ask(...args))[0];
}

/** The code and the details of an in-band error. */
export function refusalOf({ error }: { error: { code: string; details: string | null } | null }) {
  if (!error) throw new Error('Nothing was refused');
  const details: { reason?: string; [name: string]: unknown } = JSON.parse(error.details ?? '{}');
  return { code: error.code, ...details };
}

export const reasonOf = (result: Parameters<typeof refusalOf>[0]) => refusalOf(result).reason;
