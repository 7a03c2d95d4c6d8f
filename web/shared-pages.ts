import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NoTurnError, type Turn } from '@labroom/protocol/fair-turns';
import { KeptPages, type Page } from './kept-pages.ts';
import { type PageSubject, type PageVersions, subjectOf } from './page-versions.ts';

/** A page that is being rendered. */
interface Render {
  /** Order among requests. */
  begunAt: number;
  /** Of what the page shows, as read before it began; `null` if it is not kept. */
  version: string | null;
  /** `null` if it is of no use to others. */
  page: Promise<Page | null>;
  /** Resolves when the page may be rendered again. */
  over: Promise<null>;
  /** Other requests that were answered with it. */
  takers: number;
}

/** How a request gets its turn. Rejects with `NoTurnError`. */
interface Turns {
  enter(left: AbortSignal): Promise<Turn>;
  /** Renders at the turn, or answers in another way. */
  run(turn: Turn, answer?: () => void): void;
  /** Whether what the request got was limited for its visitor, or lacks what could not be read. */
  visit(): { wasLimited: boolean; hasGap: boolean };
}

/** Routes with answers of their own for each request, and files that cost nothing. */
const neverShared = /^\/(?:api|marks|cards|_next\/static)\//;

/** Headers that change no page. */
const irrelevant =
  /^(?:connection|keep-alive|cache-control|pragma|priority|traceparent|tracestate|baggage|forwarded|via|x-forwarded-.*|x-real-ip|x-request-id|accept-language|dnt|referer|save-data|sec-ch-.*|sec-gpc|sec-fetch-(?:mode|site|user)|te|upgrade-insecure-requests)$/;

/** Programs that get the head of a page with its first bytes. To all others a page does not depend on their name. */
const namesItself =
  /bot|crawl|facebook|google|lighthouse|preview|quora|slurp|spider|tumblr|vkshare|whatsapp|yandex|yeti/i;

/** Headers of an answer that belong to one connection or visitor. */
const ofOneAnswer = /^(?:connection|keep-alive|transfer-encoding|date|ratelimit.*)$/;

/** A page that so many requests took is rendered again after a pause of so many times as long as it took, so that other pages get the processor. */
const CROWD = 3;
const PAUSES = 2;
const LONGEST_PAUSE_MS = 250;
/** How long a request waits for renders of others, which may be slow for reasons of their own. Then it renders for itself. */
const LONGEST_WAIT_MS = 500;

/** Larger pages are not kept in memory, and not shared. */
const MOST_BYTES = 2 ** 20;

/**
 * Renders a public page once for all who ask for it at the same time, and keeps it until something that it shows is changed, so that many visitors
 * of one page cost what one does. A request takes a render only if that began after the request arrived, or if what it shows had, after the request
 * arrived, the version of before the render: nobody gets what is older than their question. Requests with a cookie or a
 * credential are never shared, and neither is what was refused to one visitor.
 */
export class SharedPages {
  readonly #kept = new KeptPages();
  readonly #versions: PageVersions;
  readonly #renders = new Map<string, Render>();
  /** Requests that wait for their turn, by page. */
  readonly #waiting = new Map<string, Set<AbortController>>();
  #order = 0;

  constructor(versions: PageVersions) {
    this.#versions = versions;
  }

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
    const arrivedAt = this.#next();
    /** Renders that were of no use. */
    const refused = new Set<Render>();
    const subject = subjectOf(request.url ?? '/');
    /** Of a page that may be sent as it was, so that many who take one do not keep others waiting. */
    let turn = this.#kept.get(key) ? await turns.enter(left) : null;
    const version = await this.#versionNow(key, subject);
    if (left.aborted) {
      turn?.end();
      return;
    }
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), LONGEST_WAIT_MS);
    try {
      while (!patience.signal.aborted) {
        const kept = this.#kept.get(key);
        if (version !== null && kept?.version === version)
          return turns.run(turn ?? (await turns.enter(left)), () => send(kept.page, response));
        const render = this.#renders.get(key);
        if (render) {
          turn?.end();
          turn = null;
          const isSame = version !== null && render.version === version;
          const isLate = refused.has(render) || (render.begunAt < arrivedAt && !isSame);
          if (!isLate) render.takers += 1;
          const page = await before(patience.signal, isLate ? render.over : render.page);
          if (left.aborted) return;
          if (page) return send(page, response);
          // What was no use to others is rendered again.
          if (!isLate) refused.add(render);
          continue;
        }
        turn ??= await this.#waitForTurn(key, left, turns);
        if (!turn) continue;
        // Begun by another while this one waited.
        if (this.#renders.has(key)) continue;
        this.#begin(
          key,
          subject === undefined ? null : this.#versionBefore(subject, version),
          response,
          turns,
        );
        return turns.run(turn);
      }
    } finally {
      clearTimeout(timer);
    }
    turns.run(turn ?? (await turns.enter(left)));
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

  /**
   * The version of what the page shows, read after the request arrived. `null` without asking where no render is there that it could allow to take: nobody
   * waits for a version before a render, which is kept with a version from before.
   */
  async #versionNow(key: string, subject: PageSubject | undefined): Promise<string | null> {
    const kept = this.#kept.get(key);
    if (subject === undefined || !(kept || this.#renders.has(key))) return null;
    return this.#versions.read(subject, kept?.version ?? null);
  }

  /** A version from before a render. If there is none newer, the next render gets one, which is asked for at the turn of this one. */
  #versionBefore(subject: PageSubject, read: string | null): string | null {
    if (read !== null) return read;
    void this.#versions.read(subject, null);
    return this.#versions.latest(subject);
  }

  #begin(key: string, version: string | null, response: ServerResponse, turns: Turns): void {
    const start = performance.now();
    const sent = recorded(response);
    const over = sent.then(async () => {
      const pause = Math.min(PAUSES * (performance.now() - start), LONGEST_PAUSE_MS);
      if (render.takers >= CROWD) await new Promise((resolve) => setTimeout(resolve, pause));
      this.#renders.delete(key);
      return null;
    });
    const page = sent.then((whole) => {
      const { wasLimited, hasGap } = turns.visit();
      if (!whole || wasLimited) return null;
      if (version !== null && !hasGap) this.#kept.set(key, whole, version, start);
      return whole;
    });
    const render: Render = { begunAt: this.#next(), version, page, over, takers: 0 };
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
  const relevant = Object.entries(headers).filter(
    ([name, value]) => !irrelevant.test(name) && (name !== 'user-agent' || namesItself.test(String(value))),
  );
  return JSON.stringify([url, relevant]);
}

/**
 * Resolves when the page is rendered, with `null` if it is not a whole public page. How fast its own visitor takes it does not matter: the page is rendered
 * as if it was taken at once.
 */
function recorded(response: ServerResponse): Promise<Page | null> {
  const { promise, resolve } = Promise.withResolvers<Page | null>();
  const parts: Buffer[] = [];
  let bytes = 0;
  /** @returns whether the page is still kept */
  const keep = (chunk: unknown, encoding: unknown): boolean => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) {
      const part =
        typeof chunk === 'string'
          ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
          : Buffer.from(chunk);
      bytes += part.length;
      parts.push(part);
    }
    if (bytes <= MOST_BYTES) return true;
    parts.length = 0;
    resolve(null);
    return false;
  };
  const { write, end } = response;
  response.write = ((...args: Parameters<typeof write>) => {
    const isKept = keep(args[0], args[1]);
    return write.apply(response, args) || isKept;
  }) as typeof write;
  response.end = ((...args: Parameters<typeof end>) => {
    const isWhole = keep(args[0], args[1]) && !response.destroyed;
    const headers = response.getHeaders();
    const isPublic = response.statusCode === 200 && !headers['set-cookie'];
    resolve(isWhole && isPublic ? { headers, body: Buffer.concat(parts) } : null);
    return end.apply(response, args);
  }) as typeof end;
  response.once('close', () => resolve(null));
  return promise;
}

/** The value of a promise, or `null` when the signal aborts before. */
async function before<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value | null> {
  const { promise: aborted, resolve } = Promise.withResolvers<null>();
  const abort = () => resolve(null);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function send({ headers, body }: Page, response: ServerResponse): void {
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !ofOneAnswer.test(name)) response.setHeader(name, value);
  response.end(body);
}
