import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, ask, type Proof, textOf } from '@labroom/testing/test-client.ts';
import type { DocumentNode } from 'graphql';
import type { Environment } from './environment.ts';

interface Sent {
  method?: string;
  parameters?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string;
}

/** Any request; an empty header is left out. */
export async function send(
  url: string,
  { method = 'POST', parameters, headers = {}, body }: Sent,
): Promise<Answer> {
  const given = Object.entries(headers).filter(([, value]) => value !== '');
  const target = parameters ? `${url}?${new URLSearchParams(parameters)}` : url;
  const response = await fetch(target, { method, headers: given, ...(body !== undefined && { body }) });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.match(/^application\/(graphql-response\+)?json/);
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** Where a service is, and what it is configured to. */
interface Endpoint {
  url: string;
  credential: string;
  environment: Environment;
  chainId: number;
  /** Of production. */
  queryDepth: number;
}

/** How often a request is sent to a service that is overloaded or limits the rate. */
const MAX_TRIES = 20;

/** Sends a request until the service takes it: one that limits the rate did nothing, and it may be repeated. */
export async function untilTaken(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    const overload = answer.body?.errors?.[0]?.errorInfo?.retryAfterSeconds;
    const seconds = answer.status === 429 ? Number(answer.headers.get('retry-after')) : overload;
    if (!seconds || tries === MAX_TRIES) return answer;
    await pause(seconds * 1_000);
  }
}

/** The service under test as any program sees it: one URL and a consumer credential. */
export class Service {
  readonly url: string;
  readonly credential: string;
  readonly environment: Environment;
  readonly chainId: number;
  /** Levels that a query is answered to. */
  readonly queryDepth: number;

  constructor(about: Endpoint) {
    this.queryDepth = about.environment === 'production' ? about.queryDepth : Number.POSITIVE_INFINITY;
    this.url = about.url;
    this.credential = about.credential;
    this.environment = about.environment;
    this.chainId = about.chainId;
  }

  send(sent: Sent): Promise<Answer> {
    const defaults = { 'content-type': 'application/json', authorization: this.credential };
    return send(this.url, { ...sent, headers: { ...defaults, ...sent.headers } });
  }

  /** One GraphQL request, for a wallet where its service token is given. */
  async post(document: string | DocumentNode, variables: object = {}, proof: Proof = {}): Promise<Answer> {
    const headers = typeof proof === 'string' ? { 'x-service-token': proof } : proof;
    const request = { headers, body: JSON.stringify({ query: textOf(document), variables }) };
    return untilTaken(() => this.send(request));
  }

  /** The `data` of an answer that has no top-level errors. */
  ask(document: string | DocumentNode, variables?: object, proof?: Proof): Promise<Answer['body']> {
    return ask(this, document, variables, proof);
  }
}
