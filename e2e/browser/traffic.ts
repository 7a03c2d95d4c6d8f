import type { BrowserContext, Request, Response } from '@playwright/test';

export interface Exchange {
  url: string;
  /** Name of the GraphQL operation, where it is one. */
  operation: string | undefined;
  body: Buffer;
}

/** Everything a browser context sends and receives over HTTP, workers included. */
export class Traffic {
  readonly urls: string[] = [];
  readonly #reading: Promise<Exchange | undefined>[] = [];

  constructor(context: BrowserContext) {
    context.on('request', (request) => this.urls.push(request.url()));
    context.on('response', (response) => {
      if (response.url().startsWith('http')) this.#reading.push(readExchange(response));
    });
  }

  /** Every response so far that had a body to read. */
  async exchanges(): Promise<Exchange[]> {
    const all = await Promise.all(this.#reading);
    return all.filter((exchange) => exchange !== undefined);
  }
}

async function readExchange(response: Response): Promise<Exchange | undefined> {
  try {
    const body = await response.body();
    return { url: response.url(), operation: operationOf(response.request()), body };
  } catch (error) {
    // Redirects have no body, and that of an abandoned request is gone; anything else must be seen.
    const isRedirect = response.status() >= 300 && response.status() < 400;
    if (isRedirect || response.request().failure() || wasAbandoned(error)) return undefined;
    throw error;
  }
}

const wasAbandoned = (error: unknown) =>
  error instanceof Error && /No resource with given identifier|has been closed/.test(error.message);

function operationOf(request: Request): string | undefined {
  if (!request.url().endsWith('/graphql')) return undefined;
  return /\b(?:query|mutation)\s+(\w+)/.exec(request.postData() ?? '')?.[1];
}
