import type { PublicClient } from 'viem';
import { type DecodedLogs, decodeLogs } from '../events/decode.ts';
import { type FetchedLogs, fetchLogs } from '../events/fetch-logs.ts';
import type { FollowedContract } from '../events/followed-contracts.ts';
import type { NewLabToken } from '../events/lab-tokens.ts';
import type { Header } from '../headers.ts';
import { verifyRange } from '../verify-range.ts';
import { REORG_WINDOW } from './reorg-window.ts';

/** Number of ranges to prefetch. Two keep the node, the database and this process busy. */
const rangesAhead = 2;

/** Blocks that were read, verified and decoded. */
export interface ReadRange extends DecodedLogs {
  to: number;
  /** Number of the newest block when the range was started. */
  head: number;
  /**
   * Headers of the first and the last block, of those with logs, and of all within the window, ascending. May hold
   * more.
   */
  headers: Header[];
  tokens: NewLabToken[];
}

interface Reading {
  from: number;
  to: number;
  /** The next range needs the tokens found here. */
  fetched: Promise<FetchedLogs>;
  read: Promise<ReadRange>;
}

/** Reads consecutive ranges of a chain and prefetches the next ones while the first is written. */
export class RangeReader {
  readonly #chainId: number;
  readonly #node: PublicClient;
  readonly #witness: PublicClient;
  #head = 0;
  #ahead: Reading[] = [];

  constructor(chainId: number, node: PublicClient, witness: PublicClient) {
    this.#chainId = chainId;
    this.#node = node;
    this.#witness = witness;
  }

  /** Reads the logs of these contracts in `size` blocks from `from` on, at most up to the newest block, `head`. */
  read(from: number, size: number, head: number, known: Promise<FollowedContract[]>): Promise<ReadRange> {
    this.#head = head;
    const first = this.#start(from, known, size);
    this.#prefetch([first], size);
    return first.read;
  }

  /** Returns the prefetched range that starts here. Discards all prefetched ranges when there is none. */
  readAhead(from: number, size: number): Promise<ReadRange> | undefined {
    const next = this.#ahead[0]?.from === from ? this.#ahead[0] : undefined;
    this.#prefetch(next ? this.#ahead : [], size);
    return next?.read;
  }

  /** At most one log request is in flight while the previous range is being verified. */
  #prefetch(reading: Reading[], size: number): void {
    for (let last = reading.at(-1); last && reading.length <= rangesAhead && last.to < this.#head; ) {
      const ready = Promise.all([last.fetched, reading.at(-2)?.read]);
      const followed = ready.then(([fetched]) => fetched.followed);
      last = this.#start(last.to + 1, followed, size);
      reading.push(last);
    }
    this.#ahead = reading.slice(1);
  }

  #start(from: number, followed: Promise<FollowedContract[]>, size: number): Reading {
    const head = this.#head;
    const to = Math.min(head, from + size - 1);
    const fetchFrom = async (node: PublicClient) => fetchLogs(node, await followed, { from, to });
    const fetched = fetchFrom(this.#node);
    const read = fetched.then(async ({ logs, tokens, followed: sources }) => {
      const readAgain = async () => (await fetchFrom(this.#witness)).logs;
      const claimed = { from, to, windowFrom: head - REORG_WINDOW + 1, logs, sources, readAgain };
      const { headers, senders } = await verifyRange(this.#node, claimed);
      const decoded = decodeLogs(this.#chainId, { headers, logs, senders, followed: sources });
      return { ...decoded, to, head, headers, tokens };
    });
    // The reader of the range handles the rejection. This prevents an unhandled one while nothing awaits it.
    read.catch(() => undefined);
    return { from, to, fetched, read };
  }
}
