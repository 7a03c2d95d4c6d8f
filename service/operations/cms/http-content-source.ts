import type { FastifyBaseLogger } from 'fastify';
import type { ContentSource, LabContents } from '#core/ports/content-source.ts';
import { parseLabContents } from './lab-content.ts';

interface HttpContentSourceOptions {
  url: string;
  timeoutMs?: number;
  /** Milliseconds of any steady clock. */
  now?: () => number;
}

const freshMs = 5 * 60_000;
/** How long a failure is believed: a source that is slow to fail must not slow down every request. */
const failedMs = 10_000;
const maxBytes = 10 * 1024 * 1024;

/** A document at a URL, fetched at most once in five minutes for all requests. */
export class HttpContentSource implements ContentSource {
  readonly #url: string;
  readonly #timeoutMs: number;
  readonly #now: () => number;
  #latest: { contents: Promise<LabContents>; until: number } | undefined;

  constructor({ url, timeoutMs = 3_000, now = () => performance.now() }: HttpContentSourceOptions) {
    this.#url = url;
    this.#timeoutMs = timeoutMs;
    this.#now = now;
  }

  labs(log: FastifyBaseLogger): Promise<LabContents> {
    if (this.#latest && this.#now() < this.#latest.until) return this.#latest.contents;
    const latest = { contents: this.#load(log), until: this.#now() + freshMs };
    latest.contents.catch(() => {
      latest.until = this.#now() + failedMs;
    });
    this.#latest = latest;
    return latest.contents;
  }

  async #load(log: FastifyBaseLogger): Promise<LabContents> {
    const response = await fetch(this.#url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`The content source answered ${response.status}.`);
    }
    const { contents, problems } = parseLabContents(JSON.parse(await textOf(response)));
    if (problems.length > 0)
      log.warn({ problems: problems.slice(0, 20) }, 'content source: entries left out');
    return contents;
  }
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new Error('The content source answered with more than 10 MiB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
