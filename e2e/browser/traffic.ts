import type { BrowserContext, Request, Response } from '@playwright/test';

export interface Exchange {
  method: string;
  url: string;
  /** Name of the GraphQL operation, if it is one. */
  operation: string | undefined;
  body: Buffer;
}

/** Responses of the API, except to uploads, which have no body. */
const apiUrl = /\/api\/(?!uploads\?)/;

/**
 * Records the HTTP traffic of a browser context, including workers, and the bodies of all responses but built files.
 * A browser discards a response that arrives while its page navigates, so API responses are read on their way.
 */
export class Traffic {
  readonly urls: string[] = [];
  /** Responses whose body was discarded before it could be read, because the page was closed or navigated. */
  readonly unread: string[] = [];
  readonly #reading: Promise<Exchange | undefined>[] = [];

  /** Call it before the context opens its first page. */
  static async record(context: BrowserContext): Promise<Traffic> {
    const traffic = new Traffic(context);
    await context.route(apiUrl, async (route) => {
      const response = await route.fetch();
      traffic.#reading.push(response.body().then((body) => exchangeOf(route.request(), body)));
      // The page may be closed by now.
      await route.fulfill({ response }).catch(() => undefined);
    });
    return traffic;
  }

  private constructor(context: BrowserContext) {
    context.on('request', (request) => this.urls.push(request.url()));
    context.on('response', (response) => {
      const url = response.url();
      if (!url.startsWith('http') || url.includes('/_next/static/') || apiUrl.test(url)) return;
      this.#reading.push(this.#read(response));
    });
  }

  /** All responses so far that have a body. */
  async exchanges(): Promise<Exchange[]> {
    const all = await Promise.all(this.#reading);
    return all.filter((exchange) => exchange !== undefined);
  }

  async #read(response: Response): Promise<Exchange | undefined> {
    const request = response.request();
    const isRedirect = response.status() >= 300 && response.status() < 400;
    if (isRedirect) return undefined;
    try {
      return exchangeOf(request, await response.body());
    } catch {
      this.unread.push(`${request.method()} ${request.url()}`);
      return undefined;
    }
  }
}

function exchangeOf(request: Request, body: Buffer): Exchange {
  return { method: request.method(), url: request.url(), operation: operationOf(request), body };
}

function operationOf(request: Request): string | undefined {
  if (!request.url().endsWith('/graphql')) return undefined;
  return /\b(?:query|mutation)\s+(\w+)/.exec(request.postData() ?? '')?.[1];
}
