import 'server-only';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { NoTurnError, type Turn } from '@labroom/protocol/fair-turns';

/** What a finished page sent. */
interface Page {
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** A page that is being rendered. */
interface Render {
  /** Order among requests. */
  begunAt: number;
  /** `null` if it is of no use to others. */
  page: Promise<Page | null>;
  /** Resolves when the page may be rendered again. */
  over: Promise<void>;
  /** Other requests that were answered with it. */
  takers: number;
}

/** How a request gets its turn. Rejects with `NoTurnError`. */
interface Turns {
  enter(left: AbortSignal): Promise<Turn>;
  /** Renders, at the turn. */
  run(turn: Turn): void;
  /** Whether what the request got was limited for its visitor. */
  wasLimited(): boolean;
}

/** Routes with answers of their own for each request, and files that cost nothing. */
const neverShared = /^\/(?:api|marks|cards|_next\/static)\//;

/** Headers that change no page. */
const irrelevant =
  /^(?:connection|keep-alive|cache-control|pragma|priority|traceparent|tracestate|baggage|forwarded|via|x-forwarded-.*|x-real-ip|x-request-id|ratelimit.*)$/;

/** A page that so many requests took is rendered again after a pause of so many times as long as it took, so that other pages get the processor. */
const CROWD = 3;
const PAUSES = 2;
const LONGEST_PAUSE_MS = 250;

/** Larger ones are not kept in memory. */
const MOST_BYTES = 4 * 2 ** 20;

/**
 * Renders a public page once for all who ask for it at the same time, so that many visitors of one page cost what one does. A request takes a
 * render only if that began after the request arrived: nobody gets what was read before they asked. Requests with a cookie or a
 * credential are never shared, and neither is what was refused to one visitor.
 */
export class SharedPages {
  readonly #renders = new Map<string, Render>();
  /** Requests that wait for their turn, by page. */
  readonly #waiting = new Map<string, Set<AbortController>>();
  #order = 0;

  /**
   * Answers with a page that another request renders, or renders it.
   * @throws NoTurnError
   */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    left: AbortSignal,
    turns: Turns,
  ): Promise<void> {
    const key = pageOf(request);
    if (key === null) return turns.run(await turns.enter(left));
    let arrivedAt = this.#next();
    // A visitor who leaves takes a render along. After two of these a request renders for itself.
    for (let taken = 0; taken < 2; ) {
      const render = this.#renders.get(key);
      if (render) {
        const isLate = render.begunAt < arrivedAt;
        if (!isLate) render.takers += 1;
        const page = await (isLate ? render.over : render.page);
        if (left.aborted) return;
        if (isLate) continue;
        if (page) return send(page, response);
        taken += 1;
        arrivedAt = this.#next();
        continue;
      }
      const turn = await this.#waitForTurn(key, left, turns);
      if (!turn) continue;
      if (this.#renders.has(key)) {
        turn.end();
        continue;
      }
      this.#begin(key, response, turns);
      return turns.run(turn);
    }
    turns.run(await turns.enter(left));
  }

  /** @returns `null` when another request has begun to render the page */
  async #waitForTurn(key: string, left: AbortSignal, turns: Turns): Promise<Turn | null> {
    const waiting = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waiting);
    const begun = new AbortController();
    waiting.add(begun);
    try {
      return await turns.enter(AbortSignal.any([left, begun.signal]));
    } catch (error) {
      if (error instanceof NoTurnError && begun.signal.aborted && !left.aborted) return null;
      throw error;
    } finally {
      waiting.delete(begun);
      if (waiting.size === 0) this.#waiting.delete(key);
    }
  }

  #begin(key: string, response: ServerResponse, turns: Turns): void {
    const start = performance.now();
    const sent = recorded(response);
    const over = sent.then(async () => {
      const pause = Math.min(PAUSES * (performance.now() - start), LONGEST_PAUSE_MS);
      if (render.takers >= CROWD) await new Promise((resolve) => setTimeout(resolve, pause));
      this.#renders.delete(key);
    });
    const page = sent.then((whole) => (whole && !turns.wasLimited() ? whole : null));
    const render: Render = { begunAt: this.#next(), page, over, takers: 0 };
    this.#renders.set(key, render);
    for (const begun of this.#waiting.get(key) ?? []) begun.abort();
  }

  #next(): number {
    this.#order += 1;
    return this.#order;
  }
}

/** What a request asks for, and everything that may change the answer; `null` if it is for one visitor only. */
function pageOf({ method, url = '/', headers }: IncomingMessage): string | null {
  if (method !== 'GET' || headers.cookie || headers.authorization || neverShared.test(url)) return null;
  const relevant = Object.entries(headers).filter(([name]) => !irrelevant.test(name));
  return JSON.stringify([url, relevant]);
}

/** Resolves when the response is sent, with `null` if it is not a whole public page. */
function recorded(response: ServerResponse): Promise<Page | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const keep = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
    const part =
      typeof chunk === 'string'
        ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
        : Buffer.from(chunk);
    bytes += part.length;
    if (bytes <= MOST_BYTES) parts.push(part);
    else parts.length = 0;
  };
  const { write, end } = response;
  response.write = ((...args: Parameters<typeof write>) => {
    keep(args[0], args[1]);
    return write.apply(response, args);
  }) as typeof write;
  response.end = ((...args: Parameters<typeof end>) => {
    keep(args[0], args[1]);
    return end.apply(response, args);
  }) as typeof end;
  return new Promise((resolve) => {
    response.once('close', () => resolve(null));
    response.once('finish', () => {
      const headers = response.getHeaders();
      const isPublic = response.statusCode === 200 && !headers['set-cookie'] && bytes <= MOST_BYTES;
      resolve(isPublic ? { headers, body: Buffer.concat(parts) } : null);
    });
  });
}

function send({ headers, body }: Page, response: ServerResponse): void {
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !irrelevant.test(name)) response.setHeader(name, value);
  response.end(body);
}
