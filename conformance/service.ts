import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from './environment.ts';

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as a program reads them that has only the documents.
  body: any;
}

interface Sent {
  method?: string;
  /** Of the URL. */
  parameters?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string;
}

type Variables = Record<string, unknown>;

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

  /** Any request, with the credential unless another is given. */
  send(sent: Sent): Promise<Answer> {
    const defaults = { 'content-type': 'application/json', authorization: this.credential };
    return send(this.url, { ...sent, headers: { ...defaults, ...sent.headers } });
  }

  /** One GraphQL request, for a wallet where its service token is given. */
  async post(query: string, variables: Variables = {}, token?: string): Promise<Answer> {
    const headers = { 'x-service-token': token ?? '' };
    const request = { headers, body: JSON.stringify({ query, variables }) };
    for (let tries = 1; ; tries += 1) {
      const answer = await this.send(request);
      // Nothing was done, and the same request may be repeated.
      const overload = answer.body?.errors?.[0]?.errorInfo?.retryAfterSeconds;
      const seconds = answer.status === 429 ? Number(answer.headers.get('retry-after')) : overload;
      if (!seconds || tries === MAX_TRIES) return answer;
      await pause(seconds * 1_000);
    }
  }

  /** The `data` of an answer that has no top-level errors. */
  async ask(...args: Parameters<Service['post']>): Promise<Answer['body']> {
    const { status, body } = await this.post(...args);
    assert.equal(status, 200, `HTTP ${status}: ${JSON.stringify(body)}`);
    assert.equal(body.errors, undefined, JSON.stringify(body.errors));
    return body.data;
  }
}
