import type { BrowserContext, Request, Response } from '@playwright/test';

export interface Exchange {
  method: string;
  url: string;
  /** Name of the GraphQL operation, if it is one. */
  operation: string | undefined;
  body: Buffer;
}

/** Records all HTTP traffic of a browser context, including workers. */
export class Traffic {
  readonly urls: string[] = [];
  /** Responses whose body was discarded before it could be read, because the page was closed or navigated. */
  readonly unread: string[] = [];
  readonly #reading: Promise<Exchange | undefined>[] = [];

  constructor(context: BrowserContext) {
    context.on('request', (request) => this.urls.push(request.url()));
    context.on('response', (response) => {
      if (response.url().startsWith('http')) this.#reading.push(this.#read(response));
    });
  }

  /** All responses so far that have a body. */
  async exchanges(): Promise<Exchange[]> {
    const all = await Promise.all(this.#reading);
    return all.filter((exchange) => exchange !== undefined);
  }

  async #read(response: Response): Promise<Exchange | undefined> {
    const request = response.request();
    const [method, url] = [request.method(), response.url()];
    const isRedirect = response.status() >= 300 && response.status() < 400;
    if (isRedirect) return undefined;
    try {
      return { method, url, operation: operationOf(request), body: await response.body() };
    } catch {
      this.unread.push(`${method} ${url}`);
      return undefined;
    }
  }
}

function operationOf(request: Request): string | undefined {
  if (!request.url().endsWith('/graphql')) return undefined;
  return /\b(?:query|mutation)\s+(\w+)/.exec(request.postData() ?? '')?.[1];
}
