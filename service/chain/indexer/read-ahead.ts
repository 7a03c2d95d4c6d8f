import type { PublicClient } from 'viem';
import { type DecodedLogs, decodeLogs } from '../events/decode.ts';
import { type FetchedLogs, fetchLogs } from '../events/fetch-logs.ts';
import type { FollowedContract } from '../events/followed-contracts.ts';
import type { NewLabToken } from '../events/lab-tokens.ts';
import type { Header } from '../headers.ts';
import { verifyRange } from '../verify-range.ts';
import { REORG_WINDOW } from './reorg-window.ts';

/** So many ranges are read ahead: node, database and this process all have work then. */
const rangesAhead = 2;

/** Blocks that were read, checked and decoded. */
export interface ReadRange extends DecodedLogs {
  to: number;
  /** Number of the newest block when the range was begun. */
  head: number;
  /** Of the first and the last block, those with logs, and all within the window, at least; ascending. */
  headers: Header[];
  tokens: NewLabToken[];
}

interface Reading {
  from: number;
  to: number;
  /** Whose tokens the next range follows. */
  fetched: Promise<FetchedLogs>;
  read: Promise<ReadRange>;
}

/** Reads ranges of a chain one after the other, the next ones already while the first is written. */
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

  /** What these contracts logged in `size` blocks from here on, at most up to the newest block, `head`. */
  read(from: number, size: number, head: number, known: Promise<FollowedContract[]>): Promise<ReadRange> {
    this.#head = head;
    const first = this.#begin(from, known, size);
    this.#goOn([first], size);
    return first.read;
  }

  /** The range that begins here, if it is the next of those read ahead. Otherwise these are forgotten. */
  readAhead(from: number, size: number): Promise<ReadRange> | undefined {
    const next = this.#ahead[0]?.from === from ? this.#ahead[0] : undefined;
    this.#goOn(next ? this.#ahead : [], size);
    return next?.read;
  }

  /** Of the logs of a range, one question at most waits behind those that check the range before. */
  #goOn(reading: Reading[], size: number): void {
    for (let last = reading.at(-1); last && reading.length <= rangesAhead && last.to < this.#head; ) {
      const ready = Promise.all([last.fetched, reading.at(-2)?.read]);
      const followed = ready.then(([fetched]) => fetched.followed);
      last = this.#begin(last.to + 1, followed, size);
      reading.push(last);
    }
    this.#ahead = reading.slice(1);
  }

  #begin(from: number, followed: Promise<FollowedContract[]>, size: number): Reading {
    const head = this.#head;
    const to = Math.min(head, from + size - 1);
    const askLogs = async (node: PublicClient) => fetchLogs(node, await followed, { from, to });
    const fetched = askLogs(this.#node);
    const read = fetched.then(async ({ logs, tokens, followed: sources }) => {
      const askAgain = async () => (await askLogs(this.#witness)).logs;
      const claimed = { from, to, windowFrom: head - REORG_WINDOW + 1, logs, sources, askAgain };
      const { headers, senders } = await verifyRange(this.#node, claimed);
      const decoded = decodeLogs(this.#chainId, { headers, logs, senders, followed: sources });
      return { ...decoded, to, head, headers, tokens };
    });
    // Resolves the pending waiter, if any.
    read.catch(() => undefined);
    return { from, to, fetched, read };
  }
}
