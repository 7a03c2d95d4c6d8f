import type { PublicClient } from 'viem';
import type { Header } from '../chain/headers.ts';
import { verifyRange } from '../chain/verify-range.ts';
import { type DecodedLogs, decodeLogs } from '../onchain-events/decode.ts';
import { type FetchedLogs, fetchLogs } from '../onchain-events/fetch-logs.ts';
import type { FollowedContract } from '../onchain-events/followed-contracts.ts';
import type { NewLabToken } from '../onchain-events/lab-tokens.ts';
import { REORG_WINDOW } from './cursor-store.ts';

/** So many ranges are read ahead: node, database and this process all have work then. */
const rangesAhead = 2;

/** Blocks that were read, checked and decoded. */
export interface ReadRange extends DecodedLogs {
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

interface Reach {
  /** Blocks per range. */
  size: number;
  /** Number of the newest block. */
  head: number;
}

/** Reads ranges of a chain one after the other, the next ones already while the first is written. */
export class RangeReader {
  readonly #chainId: number;
  readonly #node: PublicClient;
  #ahead: Reading[] = [];

  constructor(chainId: number, node: PublicClient) {
    this.#chainId = chainId;
    this.#node = node;
  }

  /** The range that begins here. What was read ahead of another block is forgotten. */
  read(from: number, known: () => Promise<FollowedContract[]>, reach: Reach): Pick<Reading, 'to' | 'read'> {
    const next = this.#ahead.shift();
    const isNext = next?.from === from;
    const current = isNext ? next : this.#begin(from, known(), reach);
    this.#goOn([current, ...(isNext ? this.#ahead : [])], reach);
    return current;
  }

  /** Of the logs of a range, one question at most waits behind those that check the range before. */
  #goOn(reading: Reading[], reach: Reach): void {
    for (let last = reading.at(-1); last && reading.length <= rangesAhead && last.to < reach.head; ) {
      const ready = Promise.all([last.fetched, reading.at(-2)?.read]);
      last = this.#begin(
        last.to + 1,
        ready.then(([{ followed }]) => followed),
        reach,
      );
      reading.push(last);
    }
    this.#ahead = reading.slice(1);
  }

  #begin(from: number, followed: Promise<FollowedContract[]>, { size, head }: Reach): Reading {
    const to = Math.min(head, from + size - 1);
    const fetch = async () => fetchLogs(this.#node, await followed, { from, to });
    const fetched = fetch();
    const read = fetched.then(async ({ logs, tokens, followed: sources }) => {
      const range = { from, to, windowFrom: head - REORG_WINDOW + 1, logs, sources };
      const verified = await verifyRange(this.#node, {
        ...range,
        askAgain: async () => (await fetch()).logs,
      });
      return {
        ...decodeLogs(this.#chainId, { ...verified, logs, followed: sources }),
        headers: verified.headers,
        tokens,
      };
    });
    // Told to whoever waits for it, if anybody does.
    read.catch(() => undefined);
    return { from, to, fetched, read };
  }
}
