import type { BrowserContext, Request, Response } from '@playwright/test';

export interface Exchange {
  method: string;
  url: string;
  /** Name of the GraphQL operation, where it is one. */
  operation: string | undefined;
  body: Buffer;
}

/** Everything a browser context sends and receives over HTTP, workers included. */
export class Traffic {
  readonly urls: string[] = [];
  /** Responses whose body the browser had dropped before it could be read, as the page had gone elsewhere. */
  readonly unread: string[] = [];
  readonly #reading: Promise<Exchange | undefined>[] = [];

  constructor(context: BrowserContext) {
    context.on('request', (request) => this.urls.push(request.url()));
    context.on('response', (response) => {
      if (response.url().startsWith('http')) this.#reading.push(this.#read(response));
    });
  }

  /** Every response so far that had a body to read. */
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
