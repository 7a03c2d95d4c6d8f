import 'server-only';
import type { OutgoingHttpHeaders } from 'node:http';

/** What a finished page sent. */
export interface Page {
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

interface KeptPage {
  page: Page;
  /** Of what it shows, as read before it was rendered. */
  version: string;
  until: number;
}

/** In memory, with all their addresses and headers. */
const MOST_BYTES = 32 * 2 ** 20;
/** Headers and the entry itself. */
const ENTRY_BYTES = 2_000;
/** A page has moments, and links that end: a role that ends changes nothing that a version counts. */
const KEPT_MS = 30_000;

/** The pages that were asked for lately, as they were rendered. */
export class KeptPages {
  readonly #pages = new Map<string, KeptPage>();
  #bytes = 0;

  /** The page, while it is not too old; with the version that what it shows must still have. */
  get(key: string): KeptPage | undefined {
    const kept = this.#pages.get(key);
    if (!kept) return undefined;
    this.#pages.delete(key);
    if (performance.now() < kept.until) {
      this.#pages.set(key, kept);
      return kept;
    }
    this.#bytes -= bytesOf(key, kept);
    return undefined;
  }

  set(key: string, page: Page, version: string, renderedAt: number): void {
    const former = this.#pages.get(key);
    if (former) this.#bytes -= bytesOf(key, former);
    this.#pages.delete(key);
    const kept = { page, version, until: renderedAt + KEPT_MS };
    this.#pages.set(key, kept);
    this.#bytes += bytesOf(key, kept);
    for (const [oldest, value] of this.#pages) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#pages.delete(oldest);
      this.#bytes -= bytesOf(oldest, value);
    }
  }
}

const bytesOf = (key: string, { page }: KeptPage) => 2 * key.length + page.body.length + ENTRY_BYTES;
