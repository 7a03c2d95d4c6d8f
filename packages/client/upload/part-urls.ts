import { LabroomError } from '../api/api-failure.ts';
import type { IssuedUrls, PartsApi, PartUrl } from './upload-ports.ts';

/** URLs that are asked for at once. */
const AT_ONCE = 16;
/** A part is not sent to a URL that expires sooner. Milliseconds. */
const MIN_VALIDITY_MS = 60_000;

interface UrlsOf {
  oclId: string;
  uploadToken: string;
  /** Number of parts. */
  count: number;
}

/** The presigned URLs of an upload's parts, some at a time. */
export class PartUrls {
  readonly #api: Pick<PartsApi, 'uploadParts'>;
  readonly #of: UrlsOf;
  readonly #now: () => number;
  readonly #signal: AbortSignal;
  readonly #urls = new Map<number, { url: PartUrl; until: number }>();
  #asking: Promise<void> | undefined;
  #stored: ReadonlySet<number> | undefined;

  /** @param first of an upload that has just begun, of which nothing is stored */
  constructor(
    api: Pick<PartsApi, 'uploadParts'>,
    of: UrlsOf,
    running: { now: () => number; signal: AbortSignal; first: IssuedUrls | undefined },
  ) {
    this.#api = api;
    this.#of = of;
    this.#now = running.now;
    this.#signal = running.signal;
    if (!running.first) return;
    this.#stored = new Set();
    this.#hold(running.first);
  }

  /** The parts that the storage had at the first question. Rejects with `LabroomError`. */
  async stored(): Promise<ReadonlySet<number>> {
    if (!this.#stored) await this.#ask(1);
    return this.#stored ?? new Set();
  }

  /** Rejects with `LabroomError`. */
  async urlOf(number: number): Promise<PartUrl> {
    // A question that is under way may be about other parts.
    for (let asked = 0; asked < 3; asked += 1) {
      const held = this.#urls.get(number);
      if (held && held.until > this.#now()) return held.url;
      await this.#ask(number);
    }
    throw new LabroomError({
      code: 'INTERNAL_ERROR',
      message: `The service gave no URL for part ${number}.`,
    });
  }

  /** Forgets a URL that the storage has refused. */
  refused(number: number): void {
    this.#urls.delete(number);
  }

  /** Parts that are sent at the same time share a question. */
  #ask(from: number): Promise<void> {
    this.#asking ??= this.#read(from).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #read(from: number): Promise<void> {
    const { oclId, uploadToken, count } = this.#of;
    const numbers: number[] = [];
    for (let number = from; number <= count && numbers.length < AT_ONCE; number += 1)
      if (number === from || !this.#stored?.has(number)) numbers.push(number);
    const { stored, urls, urlExpiry } = await this.#api.uploadParts(
      { oclId, uploadToken, numbers },
      this.#signal,
    );
    this.#stored ??= new Set(stored);
    this.#hold({ urls, urlExpiry });
  }

  #hold({ urls, urlExpiry }: IssuedUrls): void {
    const until = Date.parse(urlExpiry) - MIN_VALIDITY_MS;
    for (const url of urls) this.#urls.set(url.number, { url, until });
  }
}
