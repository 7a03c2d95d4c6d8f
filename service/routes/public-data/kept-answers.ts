import type { PublicDocument } from '../http/public-document.ts';

export interface KeptAnswer {
  document: PublicDocument;
  /** HTTP date at which this process first had this text for what was asked. */
  lastModified: string;
  /** Milliseconds since 1970 at which it was read. */
  readAt: number;
}

interface Limits {
  /** How long an answer is given again without another read. */
  freshMs: number;
  /** Bytes of all kept answers. */
  bytes: number;
  now?: () => number;
}

/** The answers that this process has, by what was asked. Requests for one that is being read wait for it. */
export class KeptAnswers {
  /** Least recently used first. */
  readonly #kept = new Map<string, KeptAnswer>();
  readonly #reading = new Map<string, Promise<KeptAnswer>>();
  readonly #limits: Limits;
  readonly #now: () => number;
  #bytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#now = limits.now ?? Date.now;
  }

  /** The answer to what was asked, if it is fresh or being read; without work of its own. */
  find(key: string): Promise<KeptAnswer> | undefined {
    const kept = this.#kept.get(key);
    if (!kept || this.ageOf(kept) >= this.#limits.freshMs) return this.#reading.get(key);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return Promise.resolve(kept);
  }

  /** Reads an answer unless `find` has it by now. A failed read is not kept. */
  read(key: string, load: () => Promise<PublicDocument>): Promise<KeptAnswer> {
    const found = this.find(key);
    if (found) return found;
    const reading = this.#load(key, load).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  /** Reads an answer that begins after this call, and has the date of a kept one that is the same. */
  readNow(key: string, load: () => Promise<PublicDocument>): Promise<KeptAnswer> {
    return this.#load(key, load);
  }

  /** Milliseconds since it was read. */
  ageOf({ readAt }: KeptAnswer): number {
    return Math.max(0, this.#now() - readAt);
  }

  async #load(key: string, load: () => Promise<PublicDocument>): Promise<KeptAnswer> {
    // Before the read: a change during it may be missing in the answer.
    const readAt = this.#now();
    const document = await load();
    const former = this.#kept.get(key);
    const isSame = former?.document.tag === document.tag;
    const lastModified = isSame ? former.lastModified : new Date(this.#now()).toUTCString();
    const answer = { document, lastModified, readAt };
    this.#keep(key, answer);
    return answer;
  }

  #keep(key: string, answer: KeptAnswer): void {
    this.#drop(key);
    const size = sizeOf(key, answer);
    // Otherwise a few long answers would displace all others.
    if (size > this.#limits.bytes / 16) return;
    this.#kept.set(key, answer);
    this.#bytes += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#limits.bytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    this.#bytes -= sizeOf(key, kept);
  }
}

/** With what an entry itself takes. */
function sizeOf(key: string, { document }: KeptAnswer): number {
  return 500 + 2 * key.length + document.plain.length + document.gzipped.length;
}
